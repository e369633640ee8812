import { describe, expect, it } from "vitest";
import { createSseParser, type ServerSentEvent } from "./sse-parser";

describe("createSseParser", () => {
  it.each<[string, string[], Partial<ServerSentEvent>[]]>([
    ["one event", ["id: 1-2\ndata: {}\n\n"], [{ id: "1-2", data: "{}" }]],
    ["an event in pieces", ["id: 1", "-2\nda", "ta: a:b\n", "\n"], [{ id: "1-2", data: "a:b" }]],
    ["several at once", ["data: a\n\ndata: b\n\n"], [{ data: "a" }, { data: "b" }]],
    ["data over lines", ["data: a\ndata: b\n\n"], [{ data: "a\nb" }]],
    [
      "names of events",
      ["event: elicita", "tion\ndata: a\n\nevent:\ndata: b\n\n"],
      [
        { event: "elicitation", data: "a" },
        { event: "message", data: "b" },
      ],
    ],
    ["comments", [": still here\n\ndata: a\n\n"], [{ data: "a" }]],
    ["Windows line ends", ["id: 1\r\ndata: a\r\n\r\n"], [{ id: "1", data: "a" }]],
    ["an event that was cut off", ["data: a\n\ndata: b\n"], [{ data: "a" }]],
  ])("reads %s", (_, pieces, events) => {
    const parse = createSseParser();
    const whole = events.map((event) => ({ id: null, event: "message", ...event }));
    expect(pieces.flatMap((piece) => parse(piece))).toEqual(whole);
  });
});
