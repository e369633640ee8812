import { setImmediate as nextTurn } from "node:timers/promises";

/** Long enough to get on, short enough that nobody notices the wait. */
const mostMilliseconds = 20;

/** For long work in small pieces: awaited between them, it lets everyone else have their turn when it is time. */
export function breather(now: () => number = () => performance.now()): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < mostMilliseconds) return;
    await nextTurn();
    since = now();
  };
}
