import { expect, test } from "vitest";
import { findTools, searchTexts } from "./find-tools";

const blank = { title: "", description: "", originalName: null, alias: null };
const tools = [
  { ...blank, name: "read_file", description: "Reads a FILE", source: "built-in" },
  { ...blank, name: "docs__search", originalName: "search", alias: "find_docs", source: "mcp:docs" },
  { ...blank, name: "constructor", source: "authored" },
];
const found = (search: string, source: string | null = null) => [
  ...findTools(tools, searchTexts(tools), search, source),
];

test("every word has to be found somewhere, in any case", () => {
  expect(found("reads file")).toEqual(["read_file"]);
  expect(found("reads docs")).toEqual([]);
  expect(found("FIND_docs")).toEqual(["docs__search"]);
  expect(found("constructor")).toEqual(["constructor"]);
});

test("no word finds all, and a source only its own", () => {
  expect(found("  ")).toHaveLength(3);
  expect(found("", "mcp:docs")).toEqual(["docs__search"]);
  expect(found("read", "mcp:docs")).toEqual([]);
});
