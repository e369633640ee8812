"use client";

import { useSyncExternalStore } from "react";
import { onServerTimeJump, serverNow } from "./server-clock";

type Clock = { subscribe: (listener: () => void) => () => void; read: () => number };

const clocks = new Map<number, Clock>();

/** One timer per pace for the whole page, however many readers; it stops with the last of them. */
function clockOf(everyMilliseconds: number): Clock {
  const known = clocks.get(everyMilliseconds);
  if (known) return known;
  const listeners = new Set<() => void>();
  let now = serverNow();
  let stop = () => {};
  const tick = () => {
    now = serverNow();
    for (const listener of listeners) listener();
  };
  const clock: Clock = {
    subscribe(listener) {
      if (listeners.size === 0) {
        now = serverNow();
        const timer = setInterval(tick, everyMilliseconds);
        const forget = onServerTimeJump(tick);
        stop = () => {
          clearInterval(timer);
          forget();
        };
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    read: () => now,
  };
  clocks.set(everyMilliseconds, clock);
  return clock;
}

/** The time now, refreshed at this pace; null while a page is rendered on the server, for its reader comes later. */
export function useNow(everyMilliseconds = 30_000): number | null {
  const clock = clockOf(everyMilliseconds);
  return useSyncExternalStore<number | null>(clock.subscribe, clock.read, () => null);
}
