import { describe, expect, it } from "vitest";
import type { Annotations } from "./definition.ts";
import { matches, suggest } from "./suggestion.ts";

const read = { readOnlyHint: true };
const write = { readOnlyHint: false, destructiveHint: false };
const destroy = { readOnlyHint: false, destructiveHint: true };

describe("suggest", () => {
  it.each<[string, Annotations, string, boolean]>([
    ["reads what is here", { ...read, openWorldHint: false }, "L0", false],
    ["reads the open world", { ...read, openWorldHint: true }, "L1", false],
    ["reads, and does not say where", read, "L1", false],
    ["writes here", { ...write, openWorldHint: false }, "L2", true],
    ["writes, and does not say where", write, "L2", true],
    ["writes in the open world", { ...write, openWorldHint: true }, "L3", true],
    ["says nothing", {}, "L2", true],
    ["destroys", destroy, "L4", true],
    ["destroys in the open world", { ...destroy, openWorldHint: true }, "L5", true],
    ["says that it only reads and that it destroys", { ...read, destructiveHint: true }, "L4", true],
    ["repeats itself safely", { ...write, idempotentHint: true }, "L2", true],
  ])("of a trusted server, one that %s", (_, annotations, risk, asks) => {
    expect(suggest(annotations, true)).toEqual({ risk, asks });
  });

  it.each<[string, Annotations, string]>([
    ["reads what is here", { ...read, openWorldHint: false }, "L3"],
    ["says nothing", {}, "L3"],
    ["destroys", destroy, "L4"],
    ["destroys in the open world", { ...destroy, openWorldHint: true }, "L5"],
  ])("of any other server everything asks, also one that %s", (_, annotations, risk) => {
    expect(suggest(annotations, false)).toEqual({ risk, asks: true });
  });
});

describe("matches", () => {
  const selected = (selector: string, annotations: Annotations, trusted = true) =>
    matches(selector, { originalName: "tool", annotations }, trusted);

  it.each<[string, Annotations, boolean, boolean]>([
    ["reads", read, false, false],
    ["writes", write, true, false],
    ["destroys", destroy, true, true],
    ["says nothing", {}, true, true],
    ["says that it only reads and that it destroys", { ...read, destructiveHint: true }, true, true],
  ])("of a trusted server, one that %s", (_, annotations, writes, destroys) => {
    expect(selected("@all", annotations)).toBe(true);
    expect(selected("@write", annotations)).toBe(writes);
    expect(selected("@destructive", annotations)).toBe(destroys);
  });

  it("takes no hint from a server that is not trusted", () => {
    expect(selected("@write", read, false)).toBe(true);
    expect(selected("@destructive", read, false)).toBe(true);
  });

  it.each(["tool", "other", "Tool", "@others"])("means the tool by its exact name: %s", (selector) => {
    expect(selected(selector, read)).toBe(selector === "tool");
  });
});
