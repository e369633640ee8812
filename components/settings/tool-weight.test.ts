import { expect, test } from "vitest";
import { weightOf } from "./tool-weight";

const tool = { name: "a", description: "b", inputSchema: { type: "object" }, enabled: true };
const many = (count: number) => Array.from({ length: count }, () => tool);

test("only what is offered counts and weighs", () => {
  const one = weightOf([tool]);
  expect(one).toEqual({ count: 1, tokens: Math.round(JSON.stringify(given).length / 3.5), state: "fits" });
  expect(weightOf([tool, { ...tool, enabled: false }])).toEqual(one);
  expect(weightOf([]).tokens).toBe(0);
});

test("says it before the provider's limit is passed, and after", () => {
  expect(weightOf(many(109)).state).toBe("fits");
  expect(weightOf(many(110)).state).toBe("nearly");
  expect(weightOf(many(128)).state).toBe("nearly");
  expect(weightOf(many(129)).state).toBe("too many");
});

const given = { name: "a", description: "b", parameters: { type: "object" } };
