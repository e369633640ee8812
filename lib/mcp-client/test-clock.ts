import type { Clock } from "./clock.ts";

export type TestClock = Clock & {
  /** Lets that much time pass and runs what is due, in its order. */
  advance: (milliseconds: number) => void;
  /** How long each of those that wait still has to wait. */
  waiting: () => number[];
};

/** A clock that stands still until a test moves it. */
export function testClock(): TestClock {
  let now = 1_000_000;
  const timers = new Set<{ at: number; run: () => void }>();
  return {
    now: () => now,
    random: () => 1,
    after: (milliseconds, run) => {
      const timer = { at: now + milliseconds, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    waiting: () => [...timers].map(({ at }) => at - now).sort((one, other) => one - other),
    advance: (milliseconds) => {
      const until = now + milliseconds;
      for (;;) {
        const [next] = [...timers].filter(({ at }) => at <= until).sort((one, other) => one.at - other.at);
        if (!next) break;
        timers.delete(next);
        now = Math.max(now, next.at);
        next.run();
      }
      now = until;
    },
  };
}
