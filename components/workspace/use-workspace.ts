"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { useEvents } from "@/components/shell/events-provider";

export type WorkspaceFile = { path: string; size: number; modifiedAt: string };
export type Workspace = { path: string; files: WorkspaceFile[]; more: number };

/** The workspace as it is now; read again when a run rests or ends, which is when its tools have changed files. */
export function useWorkspace(active: boolean) {
  const [workspace, setWorkspace] = useState<Workspace | null>(null);
  const [error, setError] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const refresh = useCallback(async () => {
    try {
      setWorkspace(await api<Workspace>("/workspace"));
      setError(null);
    } catch (problem) {
      setError(errorSentence(problem));
    }
  }, []);

  const refreshSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, 200);
  }, [refresh]);

  useEffect(() => {
    if (active) void refresh();
    return () => clearTimeout(timer.current);
  }, [active, refresh]);
  useEvents(
    (event) => active && event.type === "run.state" && refreshSoon(),
    () => active && refreshSoon(),
  );

  return { workspace, error, refresh };
}
