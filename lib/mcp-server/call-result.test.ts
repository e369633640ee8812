import { expect, test } from "vitest";
import { toCallResult } from "./call-result.ts";

const of = (result: unknown) => toCallResult({ kind: "result", result });
const image = { type: "image", data: "aGk=", mimeType: "image/png" };

test("a text is a text", () => {
  expect(of("hello")).toEqual({ content: [{ type: "text", text: "hello" }] });
});

test("an object is given as text and as it is", () => {
  expect(of({ a: 1 })).toEqual({
    content: [{ type: "text", text: '{"a":1}' }],
    structuredContent: { a: 1 },
  });
});

test.each([
  [[1, 2], "[1,2]"],
  [7, "7"],
  [null, "null"],
  [undefined, "null"],
])("%j is given as text alone", (value, text) => {
  expect(of(value)).toEqual({ content: [{ type: "text", text }] });
});

test("an upstream's result goes on in its own shape", () => {
  const result = { content: [image], structuredContent: { a: 1 }, isError: true };
  expect(of(result)).toEqual(result);
});

test("an upstream neither speaks in our name nor asks in our name", () => {
  const sent = of({
    content: [image],
    resultType: "input_required",
    inputRequests: { a: { method: "elicitation/create" } },
    _meta: { "io.modelcontextprotocol/serverInfo": { name: "someone", version: "1" } },
  });
  expect(sent).toEqual({ content: [image] });
  expect(of({ resultType: "input_required", requestState: "x" })).toEqual({
    content: [{ type: "text", text: '{"resultType":"input_required","requestState":"x"}' }],
    structuredContent: { resultType: "input_required", requestState: "x" },
  });
});

test("content that clients would refuse is given as text", () => {
  const value = { content: [{ type: "text" }] };
  expect(of(value)).toMatchObject({ content: [{ type: "text", text: JSON.stringify(value) }] });
});
