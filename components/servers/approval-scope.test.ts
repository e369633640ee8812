import { expect, test } from "vitest";
import { choosableNames, isNarrower, scopeOf } from "./approval-scope";

test("the widest selector counts", () => {
  expect(scopeOf(["@destructive", "@write", "echo"])).toBe("@write");
  expect(scopeOf(["echo"])).toBe("named");
  expect(scopeOf([])).toBe("named");
});

test.each([
  [["@all"], ["@write"], true, false],
  [["@write"], ["@destructive"], true, false],
  [["@destructive"], ["a", "b"], true, true],
  [["a", "b"], ["a"], true, true],
  [["a"], ["a", "b"], false, false],
  [["a"], ["@destructive"], false, false],
  [["@write"], ["@all"], false, false],
  [["@write", "a"], ["@write"], true, false],
])(
  "from %j to %j asks less often: %s; of a server that is not trusted: %s",
  (from, to, narrower, untrusted) => {
    expect(isNarrower(from, to, true)).toBe(narrower);
    expect(isNarrower(from, to, false)).toBe(untrusted);
  },
);

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
