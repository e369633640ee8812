"use client";

import { useState } from "react";
import { ApiError, api, NetworkError } from "@/components/shell/api";
import { showEnd } from "@/components/ui/list-end";
import type { Approval } from "@/lib/approvals/schema";
import type { Run } from "@/lib/runs/schema";
import type { ConversationStore } from "./conversation-store";
import { type MessageBody, messageBody } from "./message-body";
import type { ChatMessage, QueuedText } from "./message-types";
import { OneAtATime, type Outcome } from "./one-at-a-time";
import { useProblem } from "./use-problem";

export type SendAnswer =
  | { message: ChatMessage; run: Run }
  | { queued: QueuedText }
  | { decided: Approval[] };

/** What sends a text or moves one; the others leave the texts where they are. */
type TextAction = "send" | "send-now" | "edit";
type RunAction = "stop" | "retry";

/** What a person can do to a conversation besides deciding; each says when it could not. */
export function useSending(id: string, store: ConversationStore) {
  const [texting, setTexting] = useState<TextAction | null>(null);
  const [busy, setBusy] = useState<RunAction | null>(null);
  const { problem, failed, clearProblem } = useProblem();
  // A text stays in its field until the server has it, and must not go twice.
  const [texts] = useState(() => new OneAtATime());

  const act = async (work: () => Promise<void>): Promise<Outcome> => {
    clearProblem();
    try {
      await work();
      return "done";
    } catch (error) {
      failed(error);
      if (error instanceof ApiError) store.refresh();
      const refused = error instanceof ApiError || (error instanceof NetworkError && error.notSent);
      return refused ? "refused" : "unknown";
    }
  };
  const actOnText = (action: TextAction, work: () => Promise<void>): Promise<Outcome> =>
    texts.run(async () => {
      setTexting(action);
      const outcome = await act(work);
      setTexting(null);
      return outcome;
    });
  const actOnRun = async (action: RunAction, work: () => Promise<void>): Promise<void> => {
    setBusy(action);
    await act(work);
    setBusy(null);
  };

  const post = async (body: MessageBody & { sendNow?: true }) => {
    const answer = await api<SendAnswer>(`/conversations/${id}/messages`, { method: "POST", body });
    if ("decided" in answer) return store.decided(answer.decided);
    if ("queued" in answer) return store.changed({ queued: answer.queued });
    // What it rejected and what is queued then, only a reading tells.
    if (body.sendNow) await store.readAndShow();
    else store.started(answer.message, answer.run);
    requestAnimationFrame(showEnd);
  };
  const dropQueued = async ({ at }: QueuedText) => {
    await api(`/conversations/${id}/queued`, { method: "DELETE", query: { at } });
    store.changed({ queued: null });
  };

  return {
    texting,
    busy,
    problem,
    send: (text: string, shown: Approval[]) => actOnText("send", () => post(messageBody(text, shown))),
    /** Rejects what is pending, with this text as the reason. */
    sendInstead: (text: string) => actOnText("send-now", () => post({ text, sendNow: true })),
    /** A kept text where no run is active: a message like any other. `keep` holds it while it is in no queue. */
    sendKept: (queued: QueuedText, keep: () => void) =>
      actOnText("send-now", async () => {
        keep();
        await dropQueued(queued);
        await post(messageBody(queued.text, []));
      }),
    removeQueued: (queued: QueuedText, keep: () => void = () => {}) =>
      actOnText("edit", async () => {
        keep();
        await dropQueued(queued);
      }),
    stop: (runId: string) =>
      actOnRun("stop", async () => {
        await api(`/runs/${runId}/cancel`, { method: "POST" });
        // What waited was cancelled with it, which only a reading tells.
        await store.readAndShow();
      }),
    retry: (runId: string) =>
      actOnRun("retry", async () => {
        store.changed({ run: await api<Run>(`/runs/${runId}/retry`, { method: "POST" }) });
      }),
    chooseModel: (model: string) =>
      act(async () => {
        await api(`/conversations/${id}`, { method: "PATCH", body: { model } });
        store.changed({ model });
      }),
  };
}
