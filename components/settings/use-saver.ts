"use client";

import { useEffect, useRef, useState } from "react";
import { errorSentence, NetworkError } from "@/components/shell/api";

export type SaveState = { kind: "idle" | "saving" | "saved" } | { kind: "failed"; message: string };

const savedMilliseconds = 2_500;

/** Runs one saving at a time, in their order, and says how it went; "Saved" goes away by itself, an error stays. */
export function useSaver() {
  const [state, setState] = useState<SaveState>({ kind: "idle" });
  const last = useRef(Promise.resolve(true));

  useEffect(() => {
    if (state.kind !== "saved") return;
    const timer = setTimeout(() => setState({ kind: "idle" }), savedMilliseconds);
    return () => clearTimeout(timer);
  }, [state]);

  const run = async (work: () => Promise<void>): Promise<boolean> => {
    setState({ kind: "saving" });
    try {
      await work();
      setState({ kind: "saved" });
      return true;
    } catch (problem) {
      const unknown = problem instanceof NetworkError && !problem.notSent;
      setState({ kind: "failed", message: `${unknown ? "" : "Not saved: "}${errorSentence(problem)}` });
      return false;
    }
  };

  const save = (work: () => Promise<void>): Promise<boolean> => {
    last.current = last.current.then(() => run(work));
    return last.current;
  };

  return { state, save };
}
