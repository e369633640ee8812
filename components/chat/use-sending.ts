"use client";

import { useState } from "react";
import { ApiError, api, NetworkError } from "@/components/shell/api";
import { showEnd } from "@/components/ui/list-end";
import type { Approval } from "@/lib/approvals/schema";
import type { Run } from "@/lib/runs/schema";
import type { ConversationStore } from "./conversation-store";
import type { ReturnedText } from "./draft-text";
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

/** Nothing was taken: what was asked for is not done. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError || (error instanceof NetworkError && error.notSent);

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
      return isRefusal(error) ? "refused" : "unknown";
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
  // Held by the draft while it is in no queue. Whether it is still queued is unknown when no answer came: better in two
  // places than in none. Refused, it is queued still or went from elsewhere, and must not go once more from the draft.
  const takeFromQueue = async (queued: QueuedText, returned: ReturnedText) => {
    returned.putIn(queued.text);
    try {
      await dropQueued(queued);
    } catch (error) {
      if (isRefusal(error)) returned.takeOut(queued.text);
      throw error;
    }
  };

  return {
    texting,
    busy,
    problem,
    send: (text: string, shown: Approval[]) => actOnText("send", () => post(messageBody(text, shown))),
    /** Rejects what is pending, with this text as the reason. */
    sendInstead: (text: string) => actOnText("send-now", () => post({ text, sendNow: true })),
    /** A kept text where no run is active: a message like any other. */
    sendKept: (queued: QueuedText, returned: ReturnedText) =>
      actOnText("send-now", async () => {
        await takeFromQueue(queued, returned);
        await post(messageBody(queued.text, []));
        returned.takeOut(queued.text);
      }),
    editQueued: (queued: QueuedText, returned: ReturnedText) =>
      actOnText("edit", async () => {
        await takeFromQueue(queued, returned);
        returned.leaveIn();
      }),
    removeQueued: (queued: QueuedText) => actOnText("edit", () => dropQueued(queued)),
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
