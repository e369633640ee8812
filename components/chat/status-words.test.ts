import { expect, test } from "vitest";
import type { Run } from "@/lib/runs/schema";
import { isMoving, statusWords } from "./status-words";
import { testCall } from "./test-call";

const run = (state: Run["state"], calls: Run["calls"] = []): Run => ({
  id: "run-1",
  conversationId: "conversation-1",
  state,
  steps: [],
  calls,
  approvals: [],
  error: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
});
const executing = (startedAt: string) => testCall({ state: "executing", startedAt });

test("without a word from the stream, the calls that run say what the run is doing and since when", () => {
  const calls = [
    testCall({ state: "succeeded" }),
    executing("2026-01-01T00:00:09.000Z"),
    executing("2026-01-01T00:00:05.000Z"),
  ];
  const words = { text: "Running delete_file, delete_file", since: "2026-01-01T00:00:05.000Z" };
  expect(statusWords(run("running", calls), null)).toEqual(words);
  expect(statusWords(run("running", calls), { kind: "waiting", text: "Waiting for you", since: "" })).toEqual(
    words,
  );
  expect(statusWords(run("running"), null)).toEqual({ text: "Thinking", since: null });
  expect(statusWords(run("waiting", calls), null)).toBeNull();
});

test("what the stream says goes first; a pause has no seconds of its own", () => {
  const since = "2026-01-01T00:00:01.000Z";
  expect(statusWords(run("running"), { kind: "thinking", text: "Thinking", since })).toEqual({
    text: "Thinking",
    since,
  });
  expect(
    statusWords(run("running"), { kind: "retrying", text: "Trying again in 3 s: busy", since }),
  ).toMatchObject({ since: null });
});

test("a run moves while it runs, and while it waits with a call that runs or is about to", () => {
  expect(isMoving(run("running"))).toBe(true);
  for (const state of ["allowed", "executing"] as const) {
    expect(isMoving(run("waiting", [testCall(), testCall({ state })]))).toBe(true);
  }
  for (const state of ["pending", "approved", "succeeded"] as const) {
    expect(isMoving(run("waiting", [testCall({ state })]))).toBe(false);
  }
  expect(isMoving(run("failed", [executing("")]))).toBe(false);
});
