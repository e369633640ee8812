import type { Approval } from "@/lib/approvals/schema";

/** One reading of what waits, the newest first, as far back as it went; `more`: older ones wait too. */
export type Waiting = { read: readonly Approval[]; more: boolean };

/** The page's cards. Of what was asked up to `hiddenUntil`, it shows only what is among them. */
export type Inbox = { shown: readonly Approval[]; hiddenUntil: number };

export const emptyInbox: Inbox = { shown: [], hiddenUntil: Number.NEGATIVE_INFINITY };

/**
 * What waits now over what the page shows. New ones come last, the newest at the end, and one that was decided meanwhile
 * keeps its place, so that nothing moves under a pointer. Older ones than a reading reached come when nothing that is
 * shown waits any more. The ids of those whose decision is not known yet come along.
 */
export function mergeInbox(known: Inbox, { read, more }: Waiting): Inbox & { decidedElsewhere: string[] } {
  const hidden = known.shown.some(isPending) ? known.hiddenUntil : emptyInbox.hiddenUntil;
  const now = new Map(read.map((approval) => [approval.id, approval]));
  const ids = new Set(known.shown.map(({ id }) => id));
  const fresh = read.filter((approval) => !ids.has(approval.id) && askedAt(approval) > hidden);
  // Those of one moment are in the order of their calls already.
  fresh.sort((one, other) => askedAt(one) - askedAt(other));
  const kept = known.shown.map((approval) =>
    isPending(approval) ? (now.get(approval.id) ?? approval) : approval,
  );
  const decidedElsewhere = kept.filter((approval) => isPending(approval) && !now.has(approval.id));
  const oldest = more ? read.at(-1) : undefined;
  return {
    shown: [...kept, ...fresh],
    hiddenUntil: oldest ? Math.max(hidden, askedAt(oldest)) : hidden,
    decidedElsewhere: decidedElsewhere.map(({ id }) => id),
  };
}

/** Whether a reading went back far enough to tell of each card that the page shows whether it still waits. */
export function tellsOfAll(known: readonly Approval[], read: readonly Approval[]): boolean {
  const ids = new Set(read.map(({ id }) => id));
  const reached = Date.parse(read.at(-1)?.requestedAt ?? "");
  return known.every(
    (approval) => !isPending(approval) || ids.has(approval.id) || askedAt(approval) > reached,
  );
}

/** What the server answered, in place. A decision is never taken back. */
export function replaceDecided(known: readonly Approval[], answers: readonly Approval[]): Approval[] {
  const decided = new Map(answers.filter((one) => !isPending(one)).map((one) => [one.id, one]));
  return known.map((approval) => decided.get(approval.id) ?? approval);
}

export const isPending = ({ status }: Approval): boolean => status === "pending";

const askedAt = ({ requestedAt }: Approval): number => Date.parse(requestedAt);
