import { expect, test } from "vitest";
import { choosableNames, isNarrower, scopeOf } from "./approval-scope";

test("the widest selector counts", () => {
  expect(scopeOf(["@destructive", "@write", "echo"])).toBe("@write");
  expect(scopeOf(["echo"])).toBe("named");
  expect(scopeOf([])).toBe("named");
});

test.each([
  [["@all"], ["@write"], true],
  [["@write"], ["@destructive"], true],
  [["@destructive"], ["a", "b"], true],
  [["a", "b"], ["a"], true],
  [["a"], ["a", "b"], false],
  [["a"], ["@destructive"], false],
  [["@write"], ["@all"], false],
  [["@write", "a"], ["@write"], true],
])("from %j to %j asks less often: %s", (from, to, narrower) => {
  expect(isNarrower(from, to)).toBe(narrower);
});

test("the names to choose are of what is on at its server, and those that were chosen", () => {
  const tool = (originalName: string, enabled = true) => ({
    name: `s__${originalName}`,
    originalName,
    enabled,
  });
  const tools = [tool("read"), tool("send", false)];
  const names = (on: string[], requireApproval: string[] = []) =>
    choosableNames({ tools: on, requireApproval }, tools);
  expect(names(["@all"], ["@all"])).toEqual(["read", "send"]);
  expect(names(["send"])).toEqual(["send"]);
  expect(names(["@write"])).toEqual(["read"]);
  expect(names(["read"], ["raed", "read"])).toEqual(["read", "raed"]);
});
