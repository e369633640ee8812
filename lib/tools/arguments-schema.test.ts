import { describe, expect, it } from "vitest";
import { z } from "zod";
import { argumentsSchema } from "./arguments-schema.ts";

describe("the arguments of a call", () => {
  it("stay as they came, whatever their fields are called", () => {
    const sent = '{"__proto__":{"a":1},"constructor":2,"b":{"__proto__":3}}';
    const parsed = z.strictObject({ arguments: argumentsSchema }).parse({ arguments: JSON.parse(sent) });
    expect(JSON.stringify(parsed.arguments)).toBe(sent);
  });

  it.each([null, [], "{}", 1, undefined])("are a JSON object, and not %j", (value) => {
    expect(argumentsSchema.safeParse(value).success).toBe(false);
  });

  it("are described as an object", () => {
    expect(z.toJSONSchema(argumentsSchema, { unrepresentable: "any" })).toMatchObject({ type: "object" });
  });
});
