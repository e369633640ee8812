import { expect, test } from "vitest";
import { schemaProblems } from "./schema-problems";
import { newTool } from "./tool-draft";

test("a sound schema has none", () => {
  expect(schemaProblems(JSON.parse(newTool.inputSchema))).toEqual([]);
  expect(schemaProblems({})).toEqual([]);
  expect(
    schemaProblems({
      properties: { a: { type: ["string", "null"] }, b: { items: { type: "number" } }, c: true },
    }),
  ).toEqual([]);
});

test.each([
  [{ type: "array" }, ["type"]],
  [{ type: "strnig" }, ["type"]],
  [{ properties: [] }, ["properties"]],
  [{ properties: { a: { type: "text" } } }, ["properties", "a", "type"]],
  [{ properties: { a: "string" } }, ["properties", "a"]],
  [{ properties: { a: { items: { type: "x" } } } }, ["properties", "a", "items", "type"]],
  [{ properties: { a: {} }, required: ["b"] }, ["required"]],
  [{ required: "a" }, ["required"]],
  [{ properties: { a: { enum: [] } } }, ["properties", "a", "enum"]],
])("%j is wrong at %j", (schema, path) => {
  expect(schemaProblems(schema).map((problem) => problem.path)).toContainEqual(path);
});
