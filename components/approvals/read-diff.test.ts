import { describe, expect, it } from "vitest";
import { unifiedDiff } from "../../lib/tools/built-in/unified-diff.ts";
import { readDiff } from "./read-diff.ts";

describe("readDiff", () => {
  it("says of a new file its name and its length, and shows its lines alone", () => {
    expect(readDiff(unifiedDiff("notes/a.md", null, "one\ntwo\n"))).toEqual({
      heading: "New file notes/a.md, 2 lines",
      lines: [
        { kind: "added", text: "+one" },
        { kind: "added", text: "+two" },
      ],
    });
  });

  it("says of a change where it is and how much it adds and removes", () => {
    expect(readDiff(unifiedDiff("a.md", "one\ntwo\nthree", "one\n2\nthree"))).toEqual({
      heading: "What would change in a.md: 1 line added, 1 removed",
      lines: [
        { kind: "aside", text: "line 1" },
        { kind: "same", text: " one" },
        { kind: "removed", text: "-two" },
        { kind: "added", text: "+2" },
        { kind: "same", text: " three" },
        { kind: "aside", text: "no line break at the end" },
      ],
    });
  });

  it("takes no line of a file for a heading", () => {
    const { lines } = readDiff(unifiedDiff("a.sql", "-- old\n", "++ new\n"));
    expect(lines.slice(1)).toEqual([
      { kind: "removed", text: "--- old" },
      { kind: "added", text: "+++ new" },
    ]);
  });

  it("shows a diff that names no file as it is", () => {
    expect(readDiff("-a\n+b\n")).toEqual({
      heading: null,
      lines: [
        { kind: "removed", text: "-a" },
        { kind: "added", text: "+b" },
      ],
    });
  });
});
