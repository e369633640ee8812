import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";

const tool = { name: "delete_file", title: "Delete a file", source: "built-in", risk: "L4" } as const;
const at = "2026-01-01T00:00:00.000Z";

/** A gated call as tests need it. */
export function testCall(change: Partial<Call> = {}): Call {
  return {
    id: "call-1",
    runId: "run-1",
    tool,
    arguments: { path: "a.csv" },
    argumentsDigest: "digest",
    state: "pending",
    because: [],
    approvalId: "approval-1",
    result: null,
    error: null,
    requestedAt: at,
    startedAt: null,
    endedAt: null,
    ...change,
  };
}

export function testApproval(change: Partial<Approval> = {}): Approval {
  return {
    id: "approval-1",
    kind: "approval",
    conversationId: "conversation-1",
    runId: "run-1",
    callId: "call-1",
    tool,
    arguments: { path: "a.csv" },
    argumentsDigest: "digest",
    caller: null,
    askedOf: "app",
    prompt: "Delete it?",
    preview: null,
    because: [],
    status: "pending",
    requestedAt: at,
    expiresAt: null,
    required: 1,
    decisions: [],
    ...change,
  };
}
