import type { Approval } from "@/lib/approvals/schema";

/**
 * What waits now over what the page shows: new ones come first, and one that was decided meanwhile keeps its place, so
 * that nothing moves under a pointer. The ids of those whose decision is not known yet come along.
 */
export function mergeInbox(
  known: readonly Approval[],
  waiting: readonly Approval[],
): { shown: Approval[]; decidedElsewhere: string[] } {
  const now = new Map(waiting.map((approval) => [approval.id, approval]));
  const ids = new Set(known.map(({ id }) => id));
  const fresh = waiting.filter(({ id }) => !ids.has(id));
  const kept = known.map((approval) =>
    approval.status === "pending" ? (now.get(approval.id) ?? approval) : approval,
  );
  const decidedElsewhere = kept.filter(({ id, status }) => status === "pending" && !now.has(id));
  return { shown: [...fresh, ...kept], decidedElsewhere: decidedElsewhere.map(({ id }) => id) };
}

/** What the server answered, in place. A decision is never taken back. */
export function replaceDecided(known: readonly Approval[], answers: readonly Approval[]): Approval[] {
  const decided = new Map(answers.filter(({ status }) => status !== "pending").map((one) => [one.id, one]));
  return known.map((approval) => decided.get(approval.id) ?? approval);
}
