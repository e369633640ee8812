import { expect, test } from "vitest";
import { compileSchema } from "./compile-schema.ts";

const named = (pattern: string, more: object = {}) => ({
  type: "object",
  properties: { name: { type: "string", pattern } },
  ...more,
});

test.each([
  undefined,
  "http://json-schema.org/draft-07/schema#",
  "https://json-schema.org/draft/2019-09/schema",
  "https://json-schema.org/draft/2020-12/schema",
])("a schema of the dialect %s checks", ($schema) => {
  const validate = compileSchema(named("^[a-z]+$", $schema === undefined ? {} : { $schema }));
  expect(validate({ name: "abc" })).toBe(true);
  expect(validate({ name: "ABC" })).toBe(false);
});

test("two patterns of one schema are two", () => {
  const properties = { one: { type: "string", pattern: "^a" }, two: { type: "string", pattern: "^b" } };
  const validate = compileSchema({ type: "object", properties });
  expect(validate({ one: "a", two: "b" })).toBe(true);
  expect(validate({ one: "a", two: "a" })).toBe(false);
});

test("a pattern that makes others go through every combination is matched at once", () => {
  const validate = compileSchema(named("^(a+)+$"));
  expect(validate({ name: `${"a".repeat(50_000)}b` })).toBe(false);
});

test.each([
  ["a pattern that cannot be matched in linear time", named("(?=a)b")],
  ["an answer that comes later", named("a", { $async: true })],
  ["no schema at all", { type: "nothing" }],
])("%s is refused", (_what, schema) => {
  expect(() => compileSchema(schema)).toThrow();
});
