import { expect, test } from "vitest";
import { storableText, storableValue, wholeCharacters } from "./storable-text.ts";

test("what a database text cannot hold is replaced, and everything else stays", () => {
  expect(storableText("a\u0000b\ud800c\udc00d😀")).toBe("a\ufffdb\ufffdc\ufffdd😀");
});

test("the same through any value, names included", () => {
  expect(storableValue({ "k\u0000": ["\ud800", 1, null, true] })).toEqual({
    "k\ufffd": ["\ufffd", 1, null, true],
  });
});

test("the first half of a character waits for the other", () => {
  const [high, low] = ["😀".slice(0, 1), "😀".slice(1)];
  expect(wholeCharacters(`a${high}`)).toEqual({ whole: "a", held: high });
  expect(wholeCharacters(`${high}${low}`)).toEqual({ whole: "😀", held: "" });
});
