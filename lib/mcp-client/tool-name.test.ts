import { describe, expect, it } from "vitest";
import { toolName } from "./tool-name.ts";

const none = new Set<string>();
const accepted = /^[a-zA-Z0-9_-]{1,64}$/;

describe("toolName", () => {
  it.each([
    ["files", "read_file", "files__read_file"],
    ["my-files", "read-file", "my-files__read-file"],
    ["s", "constructor", "s__constructor"],
    ["s", "__proto__", "s____proto__"],
    ["s", "a".repeat(61), `s__${"a".repeat(61)}`],
  ])("keeps %s and %s as they are", (server, original, name) => {
    expect(toolName(server, original, none)).toBe(name);
  });

  it.each([
    ["a point", "read.file", /^s__read_file_[0-9a-f]{8}$/],
    ["other letters", "prüfen", /^s__pr_fen_[0-9a-f]{8}$/],
    ["nothing that can be kept", "删除", /^s___[0-9a-f]{8}$|^s____[0-9a-f]{8}$/],
    ["no letters at all", "", /^s___[0-9a-f]{8}$/],
    ["too many", "x".repeat(200), /^s__x{52}_[0-9a-f]{8}$/],
  ])("maps a name with %s", (_, original, pattern) => {
    const name = toolName("s", original, none);
    expect(name).toMatch(pattern);
    expect(name).toMatch(accepted);
  });

  it("gives different names to originals that look alike once mapped or cut", () => {
    const originals = ["a.b", "a b", "a/b", "a_b", `${"x".repeat(90)}1`, `${"x".repeat(90)}2`];
    const names = originals.map((original) => toolName("s", original, none));
    expect(new Set(names).size).toBe(originals.length);
  });

  it("does not depend on the order, and moves aside when a name is taken", () => {
    const mapped = toolName("s", "a.b", none);
    expect(toolName("s", "a.b", new Set(["s__other"]))).toBe(mapped);
    const aside = toolName("s", "a.b", new Set([mapped]));
    expect(aside).not.toBe(mapped);
    expect(aside).toMatch(accepted);
    expect(toolName("s", "plain", new Set(["s__plain"]))).toMatch(/^s__plain_[0-9a-f]{8}$/);
  });

  it("keeps servers apart: the same tool has another name on each", () => {
    expect(toolName("a", "run", none)).not.toBe(toolName("b", "run", none));
    const long = "x".repeat(100);
    expect(toolName("a".repeat(32), long, none)).not.toBe(toolName(`${"a".repeat(31)}b`, long, none));
  });
});
