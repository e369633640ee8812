import { expect, test } from "vitest";
import { argumentFields, readArguments } from "./argument-fields";

const schema = {
  type: "object",
  required: ["path", "deep", "loud"],
  properties: {
    path: { type: "string", description: "Where" },
    count: { type: "integer", default: 3 },
    ratio: { type: "number" },
    loud: { type: "boolean" },
    colour: { enum: ["red", 7] },
    deep: { type: "object" },
    constructor: { type: "string" },
  },
};
const fields = argumentFields(schema) ?? [];
const filled = { path: "a.txt", deep: '{"x":[1]}' };

test("each property becomes a field of its kind", () => {
  expect(fields.map(({ name, kind, required }) => [name, kind, required])).toEqual([
    ["path", "text", true],
    ["count", "integer", false],
    ["ratio", "number", false],
    ["loud", "boolean", true],
    ["colour", "choice", false],
    ["deep", "json", true],
    ["constructor", "text", false],
  ]);
  expect(fields[0]?.description).toBe("Where");
});

test("texts become values; what is empty and not required is left out", () => {
  expect(readArguments(fields, filled)).toEqual({
    arguments: { path: "a.txt", count: 3, loud: false, deep: { x: [1] } },
  });
  expect(readArguments(fields, { ...filled, colour: "7", ratio: "1.5", count: "" })).toEqual({
    arguments: { path: "a.txt", ratio: 1.5, loud: false, colour: 7, deep: { x: [1] } },
  });
});

test("an empty text that is required is an empty text, other things are missing", () => {
  expect(readArguments(fields, { ...filled, path: "" })).toMatchObject({ arguments: { path: "" } });
  expect(readArguments(fields, { path: "x" })).toEqual({ problems: { deep: "This is required." } });
});

test("each wrong field is named", () => {
  const wrong = { ...filled, count: "1.5", ratio: "x", deep: "{" };
  expect(readArguments(fields, wrong)).toMatchObject({
    problems: { count: "A whole number.", ratio: "A number.", deep: expect.stringMatching(/^Not JSON/) },
  });
});

test("what no form can say is left to JSON", () => {
  expect(argumentFields({ anyOf: [] })).toBeNull();
  expect(argumentFields({ type: "array" })).toBeNull();
  expect(argumentFields({})).toEqual([]);
});
