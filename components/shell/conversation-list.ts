import { daysAgo } from "../ui/time-words";

export type ConversationItem = { id: string; title: string; updatedAt: string; waiting: boolean };
export type ConversationPage = { items: ConversationItem[]; nextCursor: string | null };

/**
 * Puts a fresh first page over a list that may be longer: what is older than the page stays, what the page would hold
 * if it still existed goes.
 */
export function mergeFirstPage(fresh: ConversationPage, known: ConversationPage): ConversationPage {
  const last = fresh.items.at(-1);
  if (!last || fresh.nextCursor === null) return fresh;
  const ids = new Set(fresh.items.map((item) => item.id));
  const older = known.items.filter((item) => item.updatedAt < last.updatedAt && !ids.has(item.id));
  if (older.length === 0) return fresh;
  return { items: [...fresh.items, ...older], nextCursor: known.nextCursor };
}

export function appendPage(known: ConversationPage, next: ConversationPage): ConversationPage {
  const ids = new Set(known.items.map((item) => item.id));
  return {
    items: [...known.items, ...next.items.filter((item) => !ids.has(item.id))],
    nextCursor: next.nextCursor,
  };
}

export type ConversationGroup = { name: "Today" | "Yesterday" | "Earlier"; items: ConversationItem[] };

export function groupByDay(items: ConversationItem[], now: number): ConversationGroup[] {
  const groups: ConversationGroup[] = [
    { name: "Today", items: [] },
    { name: "Yesterday", items: [] },
    { name: "Earlier", items: [] },
  ];
  for (const item of items) {
    const days = Math.max(0, daysAgo(Date.parse(item.updatedAt), now));
    groups[Math.min(days, 2)]?.items.push(item);
  }
  return groups.filter((group) => group.items.length > 0);
}
