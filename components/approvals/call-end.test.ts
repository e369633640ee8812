import { expect, it } from "vitest";
import { testCall } from "../chat/test-call";
import { hasMoreToRead, hasOutput, problemOf } from "./call-end";

it("an output can be opened, and so can a problem", () => {
  const succeeded = testCall({ state: "succeeded", result: "done" });
  const failed = testCall({ state: "failed", error: "The disk is full." });
  expect([hasOutput(succeeded), problemOf(succeeded), hasMoreToRead(succeeded)]).toEqual([true, null, true]);
  expect([hasOutput(failed), problemOf(failed), hasMoreToRead(failed)]).toEqual([
    false,
    "The disk is full.",
    true,
  ]);
  expect(hasMoreToRead(testCall({ state: "denied", error: "The file changed." }))).toBe(true);
  expect(hasMoreToRead(testCall({ state: "interrupted", error: "Unknown." }))).toBe(true);
});

it.each(["rejected", "expired", "cancelled"] as const)("%s, there is no more than the decision", (state) => {
  expect(hasMoreToRead(testCall({ state, error: "Not run. Do not try it again." }))).toBe(false);
});

it("while a call runs, there is nothing yet", () => {
  expect(hasMoreToRead(testCall({ state: "executing" }))).toBe(false);
});
