import { applyPatch } from "diff";
import { describe, expect, it } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

const lines = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix} ${index}\n`).join("");

describe("unifiedDiff", () => {
  it.each([
    ["a change", "a\nb\nc\n", "a\nB\nc\n"],
    ["a missing last newline", "a\nb", "a\nb\n"],
    ["an emptied file", "a\n", ""],
    [
      "more changes than a shortest diff is sought for",
      `same\n${lines("old", 5_000)}end\n`,
      `same\n${lines("new", 5_000)}end\n`,
    ],
    ["many changes and no last newline", `${lines("old", 5_000)}end`, `${lines("new", 4_000)}end`],
    ["many lines taken out", `${lines("x", 9_000)}`, ""],
  ])("says all of %s", (_, before, after) => {
    expect(applyPatch(before, unifiedDiff("file", before, after))).toBe(after);
  });

  it("is quick with files that have nothing in common", () => {
    const diff = unifiedDiff("file", lines("old", 60_000), lines("new", 60_000));
    expect(diff.split("\n").length).toBe(120_004);
  });
});
