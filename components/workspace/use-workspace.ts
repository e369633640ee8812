"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { useEvents } from "@/components/shell/events-provider";
import { Rereading } from "@/components/shell/rereading";

export type WorkspaceFile = { path: string; size: number; modifiedAt: string };
export type Workspace = { path: string; files: WorkspaceFile[]; note: string | null };

/** The workspace as it is now; read again when a run rests or ends, which is when its tools have changed files. */
export function useWorkspace(active: boolean) {
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const [reading] = useState(
    () =>
      new Rereading<Workspace>({
        get: (signal) => api("/workspace", { signal }),
        show: (answer) => {
          setWorkspace(answer);
          setError(null);
        },
        failed: (problem) => setError(errorSentence(problem)),
      }),
  );

  const refreshSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(reading.again, 200);
  }, [reading]);

  useEffect(() => {
    if (!active) return;
    reading.again();
    return () => {
      clearTimeout(timer.current);
      reading.stop();
    };
  }, [active, reading]);
  useEvents(
    (event) => active && event.type === "run.state" && refreshSoon(),
    () => active && refreshSoon(),
  );

  return { workspace, error, refresh: reading.again };
}
