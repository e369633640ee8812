import { expect, it } from "vitest";
import { sampleArguments } from "./sample-arguments";

it("makes a value for each property, of its type", () => {
  expect(
    sampleArguments({
      type: "object",
      properties: {
        path: { type: "string" },
        limit: { type: "integer", minimum: 10 },
        deep: { type: "object", properties: { on: { type: "boolean" } } },
        tags: { type: "array", items: { type: "string" } },
        kind: { enum: ["a", "b"] },
        size: { type: ["number", "null"], default: 7 },
      },
    }),
  ).toEqual({
    path: "reports/2025-q1.csv",
    limit: 10,
    deep: { on: true },
    tags: ["tags"],
    kind: "a",
    size: 7,
  });
});

it("takes a schema without properties, and names that objects have by themselves", () => {
  expect(sampleArguments({ type: "object" })).toEqual({});
  expect(sampleArguments({ properties: { constructor: { type: "string" } } })).toEqual({
    constructor: "constructor",
  });
});
