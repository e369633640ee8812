import { readTypedDecision } from "../../lib/policy/typed-decision";

export const largestMessageBytes = 100_000;

export function isTooLarge(text: string): boolean {
  // A character is at most three bytes a unit: most texts need no counting.
  if (text.length * 3 <= largestMessageBytes) return false;
  return new TextEncoder().encode(text).length > largestMessageBytes;
}

/** What sending this text would do, said before it is sent. */
export function composerHint(
  text: string,
  { pendingCount, active, queued }: { pendingCount: number; active: boolean; queued: boolean },
): string | null {
  const waiting = pendingCount === 1 ? "1 approval waits" : `${pendingCount} approvals wait`;
  const typed = readTypedDecision(text, pendingCount);
  if (typed) {
    const what = pendingCount === 1 ? "the call that waits" : `all ${pendingCount}`;
    return `Enter ${typed.decision === "approve" ? "approves" : "rejects"} ${what}`;
  }
  if (text.trim() === "") return pendingCount > 0 ? waiting : null;
  if (pendingCount > 1 && readTypedDecision(text, 1)) {
    return `${waiting}: “approve all” or “reject all” decides them; this would be queued`;
  }
  if (!active) return null;
  return queued ? "Will replace the queued message" : "Will be queued as the next message";
}

export function composerPlaceholder(pendingCount: number): string {
  if (pendingCount === 0) return "Message the agent";
  return pendingCount === 1
    ? "Message the agent, or type “yes” or “no, because …” to decide"
    : "Message the agent, or type “approve all” or “reject all” to decide";
}
