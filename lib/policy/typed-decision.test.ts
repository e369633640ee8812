import { describe, expect, it } from "vitest";
import { readTypedDecision } from "./typed-decision.ts";

const approve = { decision: "approve", all: false, reason: null };
const reject = { decision: "reject", all: false, reason: null };

describe("readTypedDecision with one pending", () => {
  it.each([
    ["approve", approve],
    ["yes", approve],
    ["proceed", approve],
    ["ok", approve],
    ["OK.", approve],
    ["  Yes!\n", approve],
    ["approve all", { ...approve, all: true }],
    ["reject", reject],
    ["No", reject],
    ["deny", reject],
    ["cancel.", reject],
    ["reject all!", { ...reject, all: true }],
    ["no, use the other file", { ...reject, reason: "use the other file" }],
    ["No,not yet.", { ...reject, reason: "not yet." }],
    ["no, first\nsecond", { ...reject, reason: "first\nsecond" }],
  ])("%j decides", (text, decision) => {
    expect(readTypedDecision(text, 1)).toEqual(decision);
  });

  it.each([
    "yes?",
    "ok? ",
    "no, why?",
    "know",
    "not yet",
    "now",
    "no problem",
    "nope",
    "no,",
    "no, ",
    "yes please",
    "yes, but later",
    "ok!!",
    "okay",
    "approve  all",
    "approve all of them",
    "cancelled",
    "no way, ok",
    "o\u212a",
    "\ufeffyes",
    "yes\u00a0",
    "уеs",
    "",
    ".",
  ])("%j does not", (text) => {
    expect(readTypedDecision(text, 1)).toBeNull();
  });
});

describe("readTypedDecision with several pending", () => {
  it.each([
    ["approve all", { ...approve, all: true }],
    ["Reject all.", { ...reject, all: true }],
    ["approve", null],
    ["yes", null],
    ["no", null],
    ["no, use the other file", null],
    ["approve all?", null],
  ])("%j", (text, decision) => {
    expect(readTypedDecision(text, 2)).toEqual(decision);
  });
});

it("decides nothing when nothing waits", () => {
  expect(readTypedDecision("yes", 0)).toBeNull();
  expect(readTypedDecision("approve all", 0)).toBeNull();
});
