import { describe, expect, it } from "vitest";
import type { CallState } from "@/lib/runs/schema";
import { latestMessage } from "./latest-message";
import type { ChatMessage, ChatPart } from "./message-types";
import { testApproval, testCall } from "./test-call";

const text = (words: string): ChatPart => ({ type: "text", text: words });
const call = (state: CallState, status: "pending" | "approved" = "pending"): ChatPart => ({
  type: "data-call",
  id: "call-1",
  data: { call: testCall({ state }), approval: testApproval({ status }) },
});
const message = (id: string, ...parts: ChatPart[]): ChatMessage => ({ id, role: "assistant", parts });

describe("latestMessage", () => {
  it("shows the one that says more, under the saved id", () => {
    const streamed = message("", text("half an answer"));
    expect(latestMessage(message("m1"), streamed)).toMatchObject({ id: "m1", parts: streamed.parts });
    const saved = message("m1", text("a whole answer, saved"));
    expect(latestMessage(saved, streamed).parts).toEqual(saved.parts);
  });

  it.each<[string, ChatPart, ChatPart, string, string]>([
    ["the stream is ahead", call("pending"), call("executing", "approved"), "executing", "approved"],
    ["the saved one is ahead", call("succeeded", "approved"), call("pending"), "succeeded", "approved"],
    ["both are equal", call("pending"), call("pending"), "pending", "pending"],
  ])("shows a call as far on as it is known when %s", (_, saved, streamed, state, status) => {
    expect(latestMessage(message("m1", saved), message("m1", streamed)).parts).toMatchObject([
      { data: { call: { state }, approval: { status } } },
    ]);
  });
});
