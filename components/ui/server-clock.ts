/** Between these two lies how far the server's clock is ahead of the reader's, in milliseconds. */
export type Bounds = { least: number; most: number };

/** A Date header names the second that had begun when the server wrote it. */
const headerMilliseconds = 1_000;

/** What one answer tells, joined with what was known; where the two contradict, a clock was set, and the newer counts. */
export function narrow(
  known: Bounds | null,
  answer: { date: string | null; askedAt: number; answeredAt: number },
): Bounds | null {
  const date = Date.parse(answer.date ?? "");
  if (Number.isNaN(date)) return known;
  const told = { least: date - answer.answeredAt, most: date + headerMilliseconds - answer.askedAt };
  if (told.least > told.most) return known;
  const both = known && { least: Math.max(known.least, told.least), most: Math.min(known.most, told.most) };
  return both && both.least <= both.most ? both : told;
}

let bounds: Bounds | null = null;

/** Further apart than the bounds of one answer explain. */
const jumpMilliseconds = 1_000;
const listeners = new Set<() => void>();

/** Calls when the server's time turns out to be another one than was thought: what shows it is wrong until it looks. */
export function onServerTimeJump(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const aheadMilliseconds = (): number => (bounds === null ? 0 : (bounds.least + bounds.most) / 2);

export function noteServerTime(date: string | null, askedAt: number): void {
  const before = aheadMilliseconds();
  bounds = narrow(bounds, { date, askedAt, answeredAt: Date.now() });
  if (Math.abs(aheadMilliseconds() - before) <= jumpMilliseconds) return;
  for (const listener of listeners) listener();
}

/** The time now by the server's clock, which sets deadlines and dates: the reader's may be wrong by minutes. */
export function serverNow(): number {
  return Date.now() + aheadMilliseconds();
}
