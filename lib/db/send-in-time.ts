import { LostConnectionError } from "./lost-connection.ts";

/** What postgres.js keeps of a statement until it sends it. */
type Kept = { state: object | null; strings: string[]; args: unknown[] };

/**
 * For want of a connection the driver keeps a statement until there is one, while whoever asked has long given up and
 * must not find it done later. What was not sent in time is refused, and something that does nothing is sent in its
 * stead: to cancel it would lose the connection that is being made for it.
 */
export function sendInTime<T>(statement: PromiseLike<T>, milliseconds: number): Promise<T> {
  const kept = statement as unknown as Kept;
  return inTime(statement, milliseconds, () => {
    if (kept.state !== null) return false;
    kept.strings = ["select 1"];
    kept.args = [];
    return true;
  });
}

/** `giveUp` tells whether it was in time itself: what was sent is waited for, its outcome is to be known. */
export async function inTime<T>(
  answer: PromiseLike<T>,
  milliseconds: number,
  giveUp: () => boolean,
): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    if (giveUp()) late.reject(new LostConnectionError());
  }, milliseconds);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
