import { expect, test } from "vitest";
import { storedOutput, storedText } from "./output.ts";

const note = "\n[characters that cannot be stored were replaced by \ufffd]";

test.each([
  ["plain words", "a😀b\n", "a😀b\n"],
  ["a NUL", "a\u0000b", `a\ufffdb${note}`],
  ["half of a character", "a\ud800", `a\ufffd${note}`],
  ["a value that needs nothing", { a: ["b", 1, null], c: "\\u0000" }, { a: ["b", 1, null], c: "\\u0000" }],
  [
    "a value, which keeps its shape",
    { a: ["fine", "x\u0000", "\udc00"], "k\u0000": true },
    { a: ["fine", `x\ufffd${note}`, "\ufffd"], "k\ufffd": true },
  ],
])("%s: what is replaced is noted, once", (_, value, stored) => {
  expect(storedOutput(value)).toEqual(stored);
});

test("what is cut off is not noted as replaced, and what is kept is", () => {
  const cut = "\n[cut: 1000000 of 1000002 characters are kept]";
  const long = "x".repeat(999_999);
  expect(storedText(`${long}xy\u0000`)).toBe(`${long}x${cut}`);
  expect(storedText(`\u0000${long}yy`)).toBe(`\ufffd${long}${note}${cut}`);
});
