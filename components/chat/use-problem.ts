"use client";

import { useState } from "react";
import { errorSentence, NetworkError } from "@/components/shell/api";
import { useEvents } from "@/components/shell/events-provider";

type Problem = { sentence: string; notSent: boolean };

/**
 * What went wrong last, in words. That nothing was sent for want of a server is told until the server is back; that no
 * answer came stays, because it still asks to look before it is sent again.
 */
export function useProblem() {
  const [problem, setProblem] = useState<Problem | null>(null);
  useEvents(
    () => {},
    () => setProblem((now) => (now?.notSent ? null : now)),
  );
  return {
    problem: problem?.sentence ?? null,
    failed: (error: unknown) =>
      setProblem({
        sentence: errorSentence(error),
        notSent: error instanceof NetworkError && error.notSent,
      }),
    clearProblem: () => setProblem(null),
  };
}
