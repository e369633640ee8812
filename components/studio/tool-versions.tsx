"use client";

import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { useLeave } from "@/components/shell/leave-guard";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";

type Version = {
  version: number;
  publishedAt: string;
  publishedBy: string;
  description: string;
  current: boolean;
};

type Props = {
  name: string;
  /** The one that is published: the list is read again when it changes. */
  version: number;
  onRestore: (version: number) => Promise<void>;
};

/** Every version stays on record; going back publishes an old one as the newest. */
export function ToolVersions({ name, version, onRestore }: Props) {
  const [versions, setVersions] = useState<Version[]>([]);
  const [busy, setBusy] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = useLeave();
  const load = useCallback(async () => {
    try {
      const path = `/tools/${encodeURIComponent(name)}/versions`;
      setVersions((await api<{ items: Version[] }>(path)).items);
    } catch (error) {
      setProblem(errorSentence(error));
    }
  }, [name]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is a reason to read the list again
  useEffect(() => void load(), [load, version]);

  const restore = async (wanted: number) => {
    setBusy(wanted);
    setProblem(null);
    try {
      await onRestore(wanted);
    } catch (error) {
      setProblem(errorSentence(error));
    } finally {
      setBusy(null);
    }
  };
  return (
    <section aria-labelledby="versions" className="flex flex-col gap-2 rounded-xl border bg-card p-4">
      <h3 id="versions" className="font-semibold text-base">
        Versions
      </h3>
      {problem && (
        <p role="alert" className="text-red text-sm">
          {problem}
        </p>
      )}
      <ul className="relative flex max-h-80 flex-col overflow-y-auto">
        {versions.map((one) => (
          <li key={one.version} className="flex items-center gap-2 border-t py-2 text-sm first:border-t-0">
            <span className="font-medium tabular-nums">{one.version}</span>
            <span className="min-w-0 flex-1">
              <span className="block truncate text-soft" title={one.description}>
                <VisibleText text={one.description} />
              </span>
              <span className="text-faint text-xs">
                <Time at={one.publishedAt} /> by {one.publishedBy}
              </span>
            </span>
            {one.current ? (
              <Badge tone="green">in use</Badge>
            ) : (
              <Button
                size="sm"
                variant="ghost"
                busy={busy === one.version}
                aria-label={`Restore version ${one.version}`}
                onClick={() => leave(() => void restore(one.version))}
              >
                Restore
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
