import type { Call, Run } from "@/lib/runs/schema";

/** A call, and how many others of its step still ask: it runs when they are decided. */
export type CallOfStep = { call: Call; othersPending: number };

/** Only the last step of a run can ask. */
export function callOfStep({ calls }: Pick<Run, "calls">, callId: string): CallOfStep | null {
  const call = calls.find(({ id }) => id === callId);
  if (!call) return null;
  const others = calls.filter(({ id, state }) => id !== callId && state === "pending");
  return { call, othersPending: others.length };
}

/**
 * Whether an approved call may move without an event that says so: an outside call has no run whose events would tell,
 * and a run tells of no single call. One that waits for others of its step moves when they are decided, which is told.
 */
export function movesUntold(runId: string | null, found: CallOfStep | null): boolean {
  if (found === null) return runId === null;
  return found.call.endedAt === null && found.othersPending === 0;
}
