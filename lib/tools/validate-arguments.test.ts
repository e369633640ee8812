import { describe, expect, it } from "vitest";
import type { Tool } from "./tool.ts";
import { validateArguments } from "./validate-arguments.ts";

const tool: Tool = {
  name: "write_file",
  title: "Write a file",
  description: "Writes",
  source: "built-in",
  inputSchema: {
    type: "object",
    properties: {
      path: { type: "string", minLength: 1 },
      limit: { type: "integer", minimum: 1 },
      more: {},
    },
    required: ["path"],
    additionalProperties: false,
  },
  risk: "L2",
  asksByDefault: true,
  run: async () => null,
};

function nested(levels: number): unknown {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
}

describe("validateArguments", () => {
  it.each([
    [{ path: "a" }],
    [{ path: "a", limit: 3 }],
    [{ path: "naïve 😀", more: { list: [1, null, "x"] } }],
    [{ path: "a", more: nested(63) }],
  ])("accepts %j", (input) => {
    expect(validateArguments(tool, input)).toBeNull();
  });

  it.each([
    [{}, 'The field "path" is missing.'],
    [{ path: 7 }, 'The field "path" must be string.'],
    [{ path: "" }, 'The field "path" must NOT have fewer than 1 characters.'],
    [{ path: "a", limit: 0 }, 'The field "limit" must be >= 1.'],
    [{ path: "a", mode: "x" }, 'There is no field "mode".'],
    [JSON.parse('{"path":"a","__proto__":{"x":1}}'), 'There is no field "__proto__".'],
    [Object.create({ path: "inherited" }), 'The field "path" is missing.'],
    [null, "The arguments must be a JSON object."],
    [["a"], "The arguments must be a JSON object."],
    ["text", "The arguments must be a JSON object."],
    [undefined, "The arguments must be a JSON object."],
  ])("refuses %j", (input, sentence) => {
    expect(validateArguments(tool, input)).toBe(sentence);
  });

  it.each([
    ["NUL in a value", { path: "a\0b" }, "path"],
    ["a lone surrogate deep inside", { path: "a", more: { list: ["\ud800"] } }, "more.list.0"],
    ["NUL in a name", { path: "a", more: { "x\0": 1 } }, "more"],
    ["a lone surrogate in a name", { path: "a", more: { "\udc00": 1 } }, "more"],
  ])("refuses text that cannot be stored: %s", (_, input, field) => {
    expect(validateArguments(tool, input)).toContain(`"${field}`);
    expect(validateArguments(tool, input)).toContain("cannot be stored");
  });

  it("lets nothing pass a schema that is broken", () => {
    const broken = { ...tool, inputSchema: { type: "no such type" } };
    expect(validateArguments(broken, { path: "a" })).toContain("cannot be used");
  });

  it("is not held up by a stranger's schema that never comes to an end", { timeout: 20_000 }, () => {
    const twice = (next: string) => ({ allOf: [{ $ref: `#/$defs/${next}` }, { $ref: `#/$defs/${next}` }] });
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, level) => [`d${level}`, twice(`d${level + 1}`)]),
    );
    const inputSchema = {
      type: "object",
      properties: { path: { $ref: "#/$defs/d0" } },
      $defs: { ...$defs, d60: { type: "string" } },
    };
    expect(validateArguments({ ...tool, source: "mcp:odd", inputSchema }, { path: "a" })).toContain(
      "cannot be used",
    );
  });

  it("takes a schema of hundreds of fields", () => {
    const fields = Array.from({ length: 400 }, (_, index) => [`field_${index}`, { type: "string" }]);
    const inputSchema = {
      type: "object",
      properties: Object.fromEntries(fields),
      additionalProperties: false,
    };
    const wide = { ...tool, source: "mcp:wide" as const, inputSchema };
    expect(validateArguments(wide, { field_399: "a" })).toBeNull();
    expect(validateArguments(wide, { field_400: "a" })).toBe('There is no field "field_400".');
  });

  it("refuses deep nesting before anything recurses through it", () => {
    expect(validateArguments(tool, { path: "a", more: nested(100_000) })).toContain("deeper than 64");
  });
});
