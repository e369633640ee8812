import type { EventPage, EventRow } from "./read-events.ts";

/** An event (null only at the beginning), and a cursor from which nothing after it is missed. */
export type FeedItem = { cursor: number; event: EventRow | null };

/** Numbers that were missing among the newest, at most: beyond that, they are those of transactions that failed. */
const mostMissing = 10_000;

/**
 * What of the record is known. Sequence numbers commit out of order: one that is missing below the newest is looked for
 * until every transaction that was open when it was first missed has ended. Below it, everything is known.
 */
export function createKnownEvents(from: number): {
  newest(): number;
  missing(): number[];
  settled(): number;
  /** What is new in a page that was asked for with these, in order, each with its cursor. */
  take(page: Pick<EventPage, "rows" | "oldestOpen" | "nextTransaction">): FeedItem[];
} {
  let newest = from;
  const missing = new Map<number, bigint>();
  // They are added in order: the first is the lowest.
  const settled = () => {
    const [lowest] = missing.keys();
    return lowest === undefined ? newest : lowest - 1;
  };
  return {
    newest: () => newest,
    missing: () => [...missing.keys()],
    settled,
    take({ rows, oldestOpen, nextTransaction }) {
      const fresh = rows.filter(({ sequence }) => sequence > newest || missing.has(sequence));
      for (const { sequence } of fresh) missing.delete(sequence);
      for (const [sequence, before] of missing) if (before <= oldestOpen) missing.delete(sequence);
      for (const { sequence } of fresh) {
        for (let gap = Math.max(newest + 1, sequence - mostMissing); gap < sequence; gap += 1) {
          missing.set(gap, nextTransaction);
        }
        newest = Math.max(newest, sequence);
      }
      for (const sequence of missing.keys()) {
        if (missing.size <= mostMissing) break;
        missing.delete(sequence);
      }
      const known = settled();
      return fresh.map((event) => ({ cursor: Math.min(event.sequence, known), event }));
    },
  };
}
