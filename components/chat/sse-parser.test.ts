import { describe, expect, it } from "vitest";
import { createSseParser } from "./sse-parser";

describe("createSseParser", () => {
  it.each<[string, string[], { id: string | null; data: string }[]]>([
    ["one event", ["id: 1-2\ndata: {}\n\n"], [{ id: "1-2", data: "{}" }]],
    ["an event in pieces", ["id: 1", "-2\nda", "ta: a:b\n", "\n"], [{ id: "1-2", data: "a:b" }]],
    [
      "several at once",
      ["data: a\n\ndata: b\n\n"],
      [
        { id: null, data: "a" },
        { id: null, data: "b" },
      ],
    ],
    ["data over lines", ["data: a\ndata: b\n\n"], [{ id: null, data: "a\nb" }]],
    ["comments", [": still here\n\ndata: a\n\n"], [{ id: null, data: "a" }]],
    ["Windows line ends", ["id: 1\r\ndata: a\r\n\r\n"], [{ id: "1", data: "a" }]],
    ["an event that was cut off", ["data: a\n\ndata: b\n"], [{ id: null, data: "a" }]],
  ])("reads %s", (_, pieces, events) => {
    const parse = createSseParser();
    expect(pieces.flatMap((piece) => parse(piece))).toEqual(events);
  });
});
