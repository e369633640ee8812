import { isoTime } from "../db/value.ts";
import { callView } from "../runs/call-view.ts";
import type { CallWithApproval } from "../runs/call-with-approval.ts";
import { approvalOf, noticeId } from "../runs/chunks.ts";
import type { StepRow } from "../runs/parts.ts";
import type { CountersignMessage } from "./schema.ts";

export type MessageRow = {
  id: string;
  sequence: number;
  role: "user" | "assistant";
  run_id: string;
  text: string;
  created_at: string;
};

type Part = CountersignMessage["parts"][number];

/** A stored message as the AI SDK's `UIMessage`: the assistant's is put together from its run's steps and calls. */
export function messageView(
  message: MessageRow,
  steps: StepRow[],
  callById: Map<string, CallWithApproval>,
): CountersignMessage {
  const metadata = { createdAt: isoTime(message.created_at), runId: message.run_id };
  if (message.role === "user") {
    return { id: message.id, role: "user", metadata, parts: [{ type: "text", text: message.text }] };
  }
  return {
    id: message.id,
    role: "assistant",
    metadata,
    parts: steps.flatMap((step) => stepParts(step, callById)),
  };
}

function stepParts(step: StepRow, callById: Map<string, CallWithApproval>): Part[] {
  const parts: Part[] = [{ type: "step-start" }];
  for (const [index, notice] of step.notices.entries()) {
    if (notice.kind === "left-out")
      parts.push({ type: "data-notice", id: noticeId(step.run_id, step.index, index), data: notice });
  }
  for (const part of step.parts) {
    if (part.type === "tool-call") continue;
    const metadata = part.providerMetadata ? { providerMetadata: part.providerMetadata } : {};
    parts.push({ type: part.type, text: part.text, state: "done", ...metadata });
  }
  // After the words, as they were shown: a card appears when the whole step is saved.
  for (const part of step.parts) {
    if (part.type !== "tool-call") continue;
    const each = callById.get(part.callId);
    if (!each) continue;
    parts.push(toolPart(each, part.toolCallId), {
      type: "data-call",
      id: each.call.id,
      data: { call: callView(each.call, each.approval?.id ?? null), approval: approvalOf(each) },
    });
  }
  for (const [index, notice] of step.notices.entries()) {
    if (notice.kind === "cut-off")
      parts.push({ type: "data-notice", id: noticeId(step.run_id, step.index, index), data: notice });
  }
  return parts;
}

/** The SDK's own part and states, for clients that know only those. */
function toolPart({ call, approval, decisions }: CallWithApproval, toolCallId: string): Part {
  const base = { type: `tool-${call.tool_name}` as const, toolCallId, input: JSON.parse(call.arguments) };
  const reason = decisions[0]?.reason;
  const withReason = reason ? { reason } : {};
  if (approval && call.state === "pending")
    return { ...base, state: "approval-requested", approval: { id: approval.id } };
  if (approval && (call.state === "rejected" || call.state === "expired" || call.state === "cancelled")) {
    return { ...base, state: "output-denied", approval: { id: approval.id, approved: false, ...withReason } };
  }
  const approved = approval ? { approval: { id: approval.id, approved: true as const, ...withReason } } : {};
  if (call.state === "succeeded")
    return { ...base, state: "output-available", output: call.result, ...approved };
  if (call.state === "approved" && approval) {
    return {
      ...base,
      state: "approval-responded",
      approval: { id: approval.id, approved: true, ...withReason },
    };
  }
  if (call.state === "allowed" || call.state === "executing" || call.state === "requested") {
    return { ...base, state: "input-available" };
  }
  return { ...base, state: "output-error", errorText: call.error ?? "Not run.", ...approved };
}
