import { setTimeout as delay } from "node:timers/promises";

type Nothing = undefined | null | false;
type Look<Seen> = () => Promise<Seen | Nothing> | Seen | Nothing;

/** Looks again and again until there is something to see, and says what was waited for when there never is. */
export async function waitUntil<Seen>(
  what: string,
  look: Look<Seen>,
  withinMilliseconds = 40_000,
): Promise<Seen> {
  const late = Date.now() + withinMilliseconds;
  for (;;) {
    const seen = await look();
    if (seen !== undefined && seen !== null && seen !== false) return seen;
    if (Date.now() > late) throw new Error(`Waited ${withinMilliseconds} ms, and never: ${what}`);
    await delay(20);
  }
}
