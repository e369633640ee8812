import { expect, test } from "vitest";
import { createEventReader } from "./read-events";

test("events come out whole, however their text arrives", () => {
  const read = createEventReader();
  expect(read("event: elicita")).toEqual([]);
  expect(read('tion\ndata: {"id":"1"}\n')).toEqual([]);
  expect(read('\nevent: result\r\ndata: {"isError":\r\ndata: false}\r\n\r\n')).toEqual([
    { event: "elicitation", data: { id: "1" } },
    { event: "result", data: { isError: false } },
  ]);
});

test("comments and what is no JSON are passed over", () => {
  const read = createEventReader();
  expect(read(": still here\n\nevent: result\ndata: {\n\ndata: 1\n\n")).toEqual([
    { event: "message", data: 1 },
  ]);
});
