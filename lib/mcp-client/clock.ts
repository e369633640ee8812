/** Time as this room sees it; tests bring one that they move by hand. */
export type Clock = {
  now: () => number;
  /** Runs once after that many milliseconds, unless it is cancelled first. */
  after: (milliseconds: number, run: () => void) => () => void;
  random: () => number;
};

export const realClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    // A server that stops does not wait for a timer of ours.
    const timer = setTimeout(run, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

const [first, most] = [1_000, 60_000];

/** How long to wait before the next attempt: doubling, at most a minute, and never for two servers the same. */
export function backOff(failures: number, random: () => number): number {
  const step = Math.min(most, first * 2 ** Math.max(0, Math.min(failures - 1, 16)));
  return Math.round(step / 2 + (random() * step) / 2);
}
