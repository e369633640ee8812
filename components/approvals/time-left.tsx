"use client";

import { absoluteTime } from "@/components/ui/time-words";
import { useNow } from "@/components/ui/use-now";
import { timeLeftWords } from "./call-words";

export function useTimeLeft(expiresAt: string | null): number | null {
  const now = useNow(1_000);
  return expiresAt === null || now === null ? null : Date.parse(expiresAt) - now;
}

export function TimeLeft({ expiresAt, left }: { expiresAt: string | null; left: number | null }) {
  if (expiresAt === null) return <span className="text-soft text-sm">no time limit</span>;
  if (left === null) return null;
  return (
    <time
      dateTime={expiresAt}
      title={`Until ${absoluteTime(Date.parse(expiresAt))}`}
      className="whitespace-nowrap text-soft text-sm tabular-nums"
    >
      {timeLeftWords(left)}
    </time>
  );
}
