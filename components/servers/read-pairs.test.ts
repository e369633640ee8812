import { expect, test } from "vitest";
import { readPairs } from "./read-pairs";

test("headers lose the spaces around their value, variables do not", () => {
  expect(readPairs("X-Key: a b \n\nAuthorization: Bearer x:y", ":").pairs).toEqual({
    "X-Key": "a b",
    Authorization: "Bearer x:y",
  });
  expect(readPairs("A= b=c\nEMPTY=", "=").pairs).toEqual({ A: " b=c", EMPTY: "" });
});

test("a line that is no pair is named by its place, without its text", () => {
  expect(readPairs("A=1\nsecret-value", "=").problem).toBe("Line 2 is not like “NAME=value”.");
  expect(readPairs("two words: x", ":").problem).toContain("Line 1");
});

test("__proto__ is a name like any other", () => {
  expect(Object.keys(readPairs("__proto__=1", "=").pairs)).toEqual(["__proto__"]);
});
