import type { Approval } from "@/lib/approvals/schema";

/** One reading of what waits, the newest first: its first page, and what more of it was read. */
export type Waiting = { firstPage: readonly Approval[]; read: readonly Approval[] };

/**
 * What waits now over what the page shows. New ones come last, the newest at the end, and one that was decided meanwhile
 * keeps its place, so that nothing moves under a pointer. The ids of those whose decision is not known yet come along.
 */
export function mergeInbox(
  known: readonly Approval[],
  { firstPage, read }: Waiting,
): { shown: Approval[]; decidedElsewhere: string[] } {
  const now = new Map(read.map((approval) => [approval.id, approval]));
  const ids = new Set(known.map(({ id }) => id));
  const fresh = firstPage.filter(({ id }) => !ids.has(id));
  // Those of one moment are in the order of their calls already.
  fresh.sort((one, other) => Date.parse(one.requestedAt) - Date.parse(other.requestedAt));
  const kept = known.map((approval) =>
    approval.status === "pending" ? (now.get(approval.id) ?? approval) : approval,
  );
  const decidedElsewhere = kept.filter(({ id, status }) => status === "pending" && !now.has(id));
  return { shown: [...kept, ...fresh], decidedElsewhere: decidedElsewhere.map(({ id }) => id) };
}

/** Whether a reading went back far enough to tell of each card that the page shows whether it still waits. */
export function tellsOfAll(known: readonly Approval[], read: readonly Approval[]): boolean {
  const ids = new Set(read.map(({ id }) => id));
  const reached = Date.parse(read.at(-1)?.requestedAt ?? "");
  return known.every(
    ({ id, status, requestedAt }) => status !== "pending" || ids.has(id) || Date.parse(requestedAt) > reached,
  );
}

/** What the server answered, in place. A decision is never taken back. */
export function replaceDecided(known: readonly Approval[], answers: readonly Approval[]): Approval[] {
  const decided = new Map(answers.filter(({ status }) => status !== "pending").map((one) => [one.id, one]));
  return known.map((approval) => decided.get(approval.id) ?? approval);
}
