import type { CallRow } from "../db/rows.ts";
import { isoTime, isoTimeOrNull } from "../db/value.ts";
import type { Call } from "./schema.ts";

export function callView(call: CallRow, approvalId: string | null): Call {
  return {
    id: call.id,
    runId: call.run_id,
    tool: call.tool,
    arguments: JSON.parse(call.arguments),
    argumentsDigest: call.arguments_digest,
    state: call.state,
    because: call.because,
    approvalId,
    result: call.result ?? null,
    error: call.error,
    requestedAt: isoTime(call.requested_at),
    startedAt: isoTimeOrNull(call.started_at),
    endedAt: isoTimeOrNull(call.ended_at),
  };
}
