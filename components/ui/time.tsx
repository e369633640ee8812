"use client";

import { absoluteTime, timeWords } from "./time-words";
import { useNow } from "./use-now";

/** A moment in the reader's zone: short words, the absolute time on hover. */
export function Time({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={now === null ? undefined : absoluteTime(time)} className={className}>
      {now === null ? at.slice(0, 10) : timeWords(time, now)}
    </time>
  );
}
