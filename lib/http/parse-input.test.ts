import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "./parse-input.ts";

const schema = z.strictObject({ text: z.string(), inner: z.strictObject({ n: z.number() }).optional() });

function refusal(input: unknown): { code: string; field: string | undefined; message: string } {
  try {
    parseInput(schema, input, "body");
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, field: error.field, message: error.message };
  }
  throw new Error("it was not refused");
}

test("what fits passes", () => {
  expect(parseInput(schema, { text: "a" }, "body")).toEqual({ text: "a" });
});

test.each([
  [{ text: 1 }, "text"],
  [{ text: "a", mode: "allow_all" }, "mode"],
  [{ text: "a", inner: { n: 1, m: 2 } }, "inner.m"],
  [{ text: "a", inner: { n: "1" } }, "inner.n"],
])("%o is refused with its field", (input, field) => {
  expect(refusal(input)).toMatchObject({ code: "invalid", field });
});

test.each([[undefined], [null], [[]], ["text"]])("%o is no body", (input) => {
  expect(refusal(input)).toMatchObject({ code: "invalid" });
});

test("what the database cannot hold is refused before anything else", () => {
  expect(refusal({ text: "a\0b" })).toMatchObject({ field: "text", message: expect.stringContaining("NUL") });
  expect(refusal({ text: "\ud800" }).message).toContain("surrogate");
});
