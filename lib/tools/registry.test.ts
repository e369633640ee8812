import { describe, expect, it } from "vitest";
import { createRegistry, joinRegistries, pickTools } from "./registry.ts";
import type { Tool } from "./tool.ts";

const tool = (name: string): Tool => ({
  name,
  title: name,
  description: name,
  source: "built-in",
  inputSchema: { type: "object" },
  risk: "L0",
  asksByDefault: false,
  run: async () => name,
});

describe("createRegistry", () => {
  it("finds and lists the tools it was given, in order", () => {
    const registry = createRegistry([tool("second"), tool("first")]);
    expect(registry.get("first")?.name).toBe("first");
    expect(registry.list().map(({ name }) => name)).toEqual(["second", "first"]);
  });

  it.each(["constructor", "__proto__", "toString", "hasOwnProperty", "", "First"])(
    "does not know %j",
    (name) => {
      expect(createRegistry([tool("first")]).get(name)).toBeUndefined();
    },
  );

  it("refuses two tools of one name", () => {
    expect(() => createRegistry([tool("same"), tool("same")])).toThrow("same");
  });
});

it("only the picked tools are there, and null picks all", () => {
  const registry = createRegistry([tool("one"), tool("two")]);
  const picked = pickTools(registry, ["two", "gone"]);
  expect(picked.list().map(({ name }) => name)).toEqual(["two"]);
  expect(picked.get("one")).toBeUndefined();
  expect(pickTools(registry, null)).toBe(registry);
});

it("of two sources with the same name the first counts", () => {
  const first = createRegistry([tool("same")]);
  const joined = joinRegistries([first, createRegistry([tool("same"), tool("other")])]);
  expect(joined.get("same")).toBe(first.get("same"));
  expect(joined.list().map(({ name }) => name)).toEqual(["same", "other"]);
});
