import { expect, test } from "vitest";
import { testCall } from "../chat/test-call";
import { callOfStep, movesUntold } from "./call-of-step";

test("an approved call waits for those of its step that still ask, and for no other", () => {
  const calls = [
    testCall({ id: "approved", state: "approved" }),
    testCall({ id: "asks", state: "pending" }),
    testCall({ id: "ran", state: "succeeded" }),
  ];
  expect(callOfStep({ calls }, "approved")).toEqual({ call: calls[0], othersPending: 1 });
  expect(callOfStep({ calls }, "asks")?.othersPending).toBe(0);
  expect(callOfStep({ calls }, "unknown")).toBeNull();
});

test("a call is looked at again while it may move without an event that says so", () => {
  const running = { call: testCall({ id: "runs", state: "executing" }), othersPending: 0 };
  const waiting = { call: testCall({ id: "waits", state: "approved" }), othersPending: 1 };
  const endedAt = "2026-11-18T12:00:00.000Z";
  const over = { call: testCall({ id: "ran", state: "succeeded", endedAt }), othersPending: 0 };
  expect(movesUntold("run", running)).toBe(true);
  expect(movesUntold(null, null)).toBe(true);
  expect(movesUntold("run", waiting)).toBe(false);
  expect(movesUntold("run", over)).toBe(false);
  expect(movesUntold(null, over)).toBe(false);
});
