import type { UIMessageChunk } from "ai";
import { approvalView } from "../approvals/approval-view.ts";
import type { Approval } from "../approvals/schema.ts";
import type { CallRow, RunRow } from "../db/rows.ts";
import { isoTime } from "../db/value.ts";
import type { Progress } from "../tools/tool.ts";
import { callView } from "./call-view.ts";
import type { CallWithApproval } from "./call-with-approval.ts";
import type { CountersignData } from "./schema.ts";

/** The beginning of a run's message. */
export const startChunk = (
  run: Pick<RunRow, "id" | "assistant_message_id"> & { started_at: string | Date },
): UIMessageChunk => ({
  type: "start",
  messageId: run.assistant_message_id,
  messageMetadata: { createdAt: isoTime(run.started_at), runId: run.id },
});

export const approvalOf = (each: CallWithApproval): Approval | null =>
  each.approval ? approvalView(each.approval, each.call, each.decisions) : null;

export function callChunk(each: CallWithApproval): UIMessageChunk {
  const data: CountersignData["call"] = {
    call: callView(each.call, each.approval?.id ?? null),
    approval: approvalOf(each),
  };
  return { type: "data-call", id: each.call.id, data };
}

/** A call that was asked for: its input, its card, and the question where it asks. */
export function askedChunks(each: CallWithApproval): UIMessageChunk[] {
  const toolCallId = each.call.tool_call_id ?? each.call.id;
  const chunks: UIMessageChunk[] = [
    {
      type: "tool-input-available",
      toolCallId,
      toolName: each.call.tool_name,
      input: JSON.parse(each.call.arguments),
    },
    callChunk(each),
  ];
  if (each.approval) chunks.push({ type: "tool-approval-request", approvalId: each.approval.id, toolCallId });
  if (each.call.state === "denied")
    chunks.push({ type: "tool-output-error", toolCallId, errorText: each.call.error ?? "" });
  return chunks;
}

/** What became of the question. */
export function answeredChunks(each: CallWithApproval): UIMessageChunk[] {
  const toolCallId = each.call.tool_call_id ?? each.call.id;
  if (!each.approval) return [];
  const approved = each.approval.status === "approved";
  const reason = each.decisions[0]?.reason;
  const chunks: UIMessageChunk[] = [
    { type: "tool-approval-response", approvalId: each.approval.id, approved, ...(reason ? { reason } : {}) },
  ];
  if (!approved) chunks.push({ type: "tool-output-denied", toolCallId });
  chunks.push(callChunk(each));
  return chunks;
}

export function endedChunks(each: CallWithApproval): UIMessageChunk[] {
  const toolCallId = each.call.tool_call_id ?? each.call.id;
  const outcome: UIMessageChunk =
    each.call.state === "succeeded"
      ? { type: "tool-output-available", toolCallId, output: each.call.result }
      : { type: "tool-output-error", toolCallId, errorText: each.call.error ?? "" };
  return [outcome, callChunk(each)];
}

export function statusChunk(kind: CountersignData["status"]["kind"], text: string): UIMessageChunk {
  const data: CountersignData["status"] = { kind, text, since: new Date().toISOString() };
  return { type: "data-status", data, transient: true };
}

/** The same in a stream and in a stored message, so that a page that has both shows it once. */
export const noticeId = (runId: string, step: number, position: number): string =>
  `${runId}-${step}-${position}`;

/** How far a running call is: shown, not kept. */
export function progressChunk(call: CallRow, progress: Progress): UIMessageChunk {
  const data: CountersignData["progress"] = { callId: call.id, ...progress };
  return { type: "data-progress", data, transient: true };
}

export const noticeChunk = (notice: CountersignData["notice"], id: string): UIMessageChunk => ({
  type: "data-notice",
  id,
  data: notice,
});
