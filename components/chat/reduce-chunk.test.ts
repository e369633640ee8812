import { describe, expect, it } from "vitest";
import type { ChatChunk } from "./message-types";
import { nothingStreamed, reduceChunk } from "./reduce-chunk";
import { testApproval, testCall } from "./test-call";

const metadata = { createdAt: "2026-01-01T00:00:00.000Z", runId: "run-1" };
const start: ChatChunk = { type: "start", messageId: "m1", messageMetadata: metadata };
const call = (state: "pending" | "succeeded"): ChatChunk => ({
  type: "data-call",
  id: "call-1",
  data: { call: testCall({ state }), approval: testApproval() },
});
const say = (id: string, text: string): ChatChunk[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta: text },
  { type: "text-end", id },
];

function read(...chunks: ChatChunk[]) {
  return chunks.reduce(reduceChunk, nothingStreamed);
}

describe("reduceChunk", () => {
  it("builds a message with its metadata", () => {
    expect(read(start, ...say("1", "Hello")).message).toEqual({
      id: "m1",
      role: "assistant",
      metadata,
      parts: [{ type: "text", text: "Hello", state: "done" }],
    });
  });

  it("grows texts that are told in turns, each its own", () => {
    const { message } = read(
      start,
      { type: "reasoning-start", id: "r" },
      { type: "text-start", id: "t" },
      { type: "reasoning-delta", id: "r", delta: "a" },
      { type: "text-delta", id: "t", delta: "b" },
      { type: "reasoning-delta", id: "r", delta: "c" },
    );
    expect(message?.parts).toEqual([
      { type: "reasoning", text: "ac", state: "streaming" },
      { type: "text", text: "b", state: "streaming" },
    ]);
  });

  it("starts a new text when a later step uses the same id again", () => {
    const { message } = read(start, ...say("0", "one"), { type: "start-step" }, ...say("0", "two"));
    expect(message?.parts.map((part) => ("text" in part ? part.text : part.type))).toEqual([
      "one",
      "step-start",
      "two",
    ]);
  });

  it("changes a call in place", () => {
    const { message } = read(start, call("pending"), ...say("1", "after"), call("succeeded"));
    expect(message?.parts.map((part) => part.type)).toEqual(["data-call", "text"]);
    expect(message?.parts[0]).toMatchObject({ data: { call: { state: "succeeded" } } });
  });

  it("keeps how far each call is, and forgets it with the rest", () => {
    const at = (callId: string, progress: number): ChatChunk => ({
      type: "data-progress",
      data: { callId, progress, total: 10, message: null },
      transient: true,
    });
    const { progress, message } = read(start, at("a", 1), at("b", 2), at("a", 3));
    expect(progress).toMatchObject({ a: { progress: 3 }, b: { progress: 2 } });
    expect(message?.parts).toEqual([]);
    expect(read(at("a", 1), { type: "data-reset", data: {}, transient: true })).toEqual(nothingStreamed);
  });

  it("leaves the SDK's own tool chunks and unknown deltas out", () => {
    const { message } = read(
      start,
      { type: "tool-input-available", toolCallId: "call-1", toolName: "t", input: {} },
      { type: "text-delta", id: "never started", delta: "x" },
      { type: "finish" },
    );
    expect(message?.parts).toEqual([]);
  });

  it("keeps what it has when the same message goes on, and forgets it on a reset", () => {
    expect(read(start, ...say("1", "kept"), start).message?.parts).toHaveLength(1);
    expect(read(start, ...say("1", "gone"), { type: "data-reset", data: {} }).message).toBeNull();
  });

  it("knows what the run is doing", () => {
    const status = { kind: "executing", text: "Running search_files", since: metadata.createdAt } as const;
    const state = read(start, { type: "data-status", data: status, transient: true });
    expect(state.status).toEqual(status);
    expect(state.message?.parts).toEqual([]);
  });
});
