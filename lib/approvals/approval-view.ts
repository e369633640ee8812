import type { ApprovalRow, CallRow, DecisionRow } from "../db/rows.ts";
import { isoTime, isoTimeOrNull } from "../db/value.ts";
import { defaultQuestion } from "./default-question.ts";
import type { Approval } from "./schema.ts";

export function approvalView(approval: ApprovalRow, call: CallRow, decisions: DecisionRow[]): Approval {
  return {
    id: approval.id,
    kind: approval.kind,
    conversationId: approval.conversation_id,
    runId: approval.run_id,
    callId: approval.call_id,
    tool: call.tool,
    arguments: JSON.parse(call.arguments),
    argumentsDigest: call.arguments_digest,
    caller: call.caller ? (call.caller.client ?? { name: call.caller.principal.name, version: "" }) : null,
    askedOf: approval.asked_of,
    prompt: approval.prompt ?? defaultQuestion(call),
    preview: approval.preview,
    because: call.because,
    status: approval.status,
    requestedAt: isoTime(approval.requested_at),
    expiresAt: isoTimeOrNull(approval.expires_at),
    required: approval.required,
    decisions: decisions.map((decision) => ({
      by: { id: decision.by_id, name: decision.by_name },
      decision: decision.decision,
      reason: decision.reason,
      answers: decision.answers,
      channel: decision.channel,
      at: isoTime(decision.at),
    })),
  };
}
