import { expect, test } from "vitest";
import { createRegistry } from "../tools/registry.ts";
import { builtIn } from "../tools/test-services.ts";
import type { Tool } from "../tools/tool.ts";
import { offeredTools } from "./offered-tools.ts";

const many = (count: number): Tool[] =>
  Array.from({ length: count }, (_, index) => ({ ...builtIn, name: `t${index}`, source: "mcp:many" }));

test("as many as a provider accepts are given", () => {
  const { tools, leftOut } = offeredTools(createRegistry(many(128)), []);
  expect([tools.length, leftOut]).toEqual([128, null]);
});

test("more are left out, a server’s before our own, and it is told how many and whose", () => {
  const { tools, leftOut } = offeredTools(createRegistry([builtIn, ...many(130)]), []);
  expect([tools.length, tools[0]?.name]).toEqual([128, "look"]);
  expect(leftOut).toMatch(/^3 of 131 tools were not offered to the model \(of mcp:many\)/);
});

test("one that is off takes no place", () => {
  const off = { ...builtIn, enabledByDefault: false };
  expect(offeredTools(createRegistry([off, ...many(128)]), [])).toMatchObject({ leftOut: null });
});
