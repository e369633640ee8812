import { expect, it } from "vitest";
import { codeTokens } from "./code-tokens";

function kinds(code: string, language: string): string[] {
  return codeTokens(code, language)
    .filter(({ kind }) => kind !== "plain")
    .map(({ kind, text }) => `${kind} ${text}`);
}

it.each([
  ["ts", "const a = call(1); // note", ["keyword const", "name call", "number 1", "comment // note"]],
  ["js", "'// no comment' + `a\nb`", ["string '// no comment'", "string `a\nb`"]],
  [
    "python",
    'def f(): # note\n  return "x"',
    ["keyword def", "name f", "comment # note", "keyword return", 'string "x"'],
  ],
  ["sh", "echo a#b # note", ["keyword echo", "comment # note"]],
  ["sql", "SELECT a FROM b -- note", ["keyword SELECT", "keyword FROM", "comment -- note"]],
  ["json", '{"a": true, "for": 1.5}', ['string "a"', "keyword true", 'string "for"', "number 1.5"]],
  ["html", "<p>for</p><!-- x -->", ["name <p", "name >", "name </p", "name >", "comment <!-- x -->"]],
  ["", 'for "you" 2', []],
  ["csv", "a,1", []],
])("colours %s", (language, code, expected) => {
  expect(kinds(code, language)).toEqual(expected);
});

it.each(["a'b", '"unclosed', "/* unclosed", "x\n\n  y ", ""])("loses nothing of %j", (code) => {
  const tokens = codeTokens(code, "ts");
  expect(tokens.map(({ text }) => text).join("")).toBe(code);
});
