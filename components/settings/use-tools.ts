"use client";

import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { Rereading } from "@/components/shell/rereading";
import type { ToolPatch, ToolView } from "@/lib/tools/schema";
import { keepChanges } from "./keep-changes";

export type ChangeTool = (name: string, patch: ToolPatch) => Promise<void>;
/** All of one tool, also what the list left out. */
export type ReadTool = (name: string) => Promise<void>;
/** The definition with this fingerprint was read; another one is not accepted unread. */
export type AcceptTool = (name: string, fingerprint: string | null) => Promise<void>;

/** Another `version` means that the tools may be others: they are read again. */
export function useTools(version = "") {
  const [tools, setTools] = useState<ToolView[] | null>(null);
  const [error, setError] = useState<string | null>(null);

  const [reading] = useState(
    () =>
      new Rereading<{ items: ToolView[] }>({
        get: (signal) => api("/tools", { signal }),
        show: ({ items }) => {
          setTools((known) => keepChanges(known, items));
          setError(null);
        },
        failed: (problem) => setError(errorSentence(problem)),
      }),
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says that there is something else to read
  useEffect(() => {
    reading.anew();
    return reading.stop;
  }, [reading, version]);

  /** What is shown afterwards is what the server says that it kept. */
  const show = useCallback(
    (kept: ToolView) => {
      reading.changed();
      setTools((known) => known?.map((tool) => (tool.name === kept.name ? kept : tool)) ?? null);
    },
    [reading],
  );
  const change = useCallback<ChangeTool>(
    async (name, patch) =>
      show(await api<ToolView>(`/tools/${encodeURIComponent(name)}`, { method: "PATCH", body: patch })),
    [show],
  );
  const read = useCallback<ReadTool>(
    async (name) => show(await api<ToolView>(`/tools/${encodeURIComponent(name)}`)),
    [show],
  );
  const accept = useCallback<AcceptTool>(
    async (name, fingerprint) =>
      show(
        await api<ToolView>(`/tools/${encodeURIComponent(name)}/review`, {
          method: "POST",
          body: fingerprint === null ? {} : { fingerprint },
        }),
      ),
    [show],
  );

  return { tools, error, load: reading.shown, change, read, accept };
}
