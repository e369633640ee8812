import type { Clock } from "./clock.ts";

export type CallClock = { restart: () => void; pause: () => () => void; stop: () => void };

/** A call may be silent for so long, and go on for so long altogether, however much it says meanwhile. */
export type CallLimits = { silentMilliseconds: number; longestMilliseconds: number };
export type CallEnd = "silent" | "longest";

/** The time of a call: what it may be silent is begun anew by progress, and all of it stands still while a person is asked. */
export function callClock(
  clock: Clock,
  { silentMilliseconds, longestMilliseconds }: CallLimits,
  onEnd: (end: CallEnd) => void,
): CallClock {
  let pauses = 0;
  let left = longestMilliseconds;
  let running: { since: number; cancel: () => void } | null = null;
  const halt = () => {
    if (!running) return;
    running.cancel();
    left = Math.max(0, left - (clock.now() - running.since));
    running = null;
  };
  const restart = () => {
    halt();
    if (pauses > 0) return;
    const end = left < silentMilliseconds ? "longest" : "silent";
    const cancel = clock.after(Math.min(left, silentMilliseconds), () => onEnd(end));
    running = { since: clock.now(), cancel };
  };
  restart();
  return {
    restart,
    stop: () => {
      pauses = Number.POSITIVE_INFINITY;
      halt();
    },
    pause: () => {
      pauses += 1;
      halt();
      let resumed = false;
      return () => {
        if (resumed) return;
        resumed = true;
        pauses -= 1;
        restart();
      };
    },
  };
}
