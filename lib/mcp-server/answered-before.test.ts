import { expect, test } from "vitest";
import { rejectedSentence } from "../approvals/not-run.ts";
import { callStateSchema } from "../runs/schema.ts";
import { answeredBefore } from "./answered-before.ts";

test.each(callStateSchema.options)("%s is told in words, and whether the call ran", (state) => {
  const told = answeredBefore({ state, error: null });
  expect(told).toMatch(/^This question was .* before, and this repeat of the answer ran nothing\. /);
  expect(told).toMatch(/was not run\.|it ran, and|outcome is not known/);
  expect(told).toMatch(/Do not call it again for this request\.$/);
});

test("a question that was closed is not said to have been answered", () => {
  for (const state of ["cancelled", "expired"] as const) {
    expect(answeredBefore({ state, error: null })).toMatch(/^This question was closed before/);
  }
});

test("what the call says of itself is told as it is, and the advice once", () => {
  const rejected = answeredBefore({ state: "rejected", error: rejectedSentence("No.") });
  expect(rejected).toContain(rejectedSentence("No."));
  expect(rejected.match(/Do not call it again/g)).toHaveLength(1);
});
