"use client";

import { durationWords } from "@/components/approvals/call-words";
import { Button } from "@/components/ui/button";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { useNow } from "@/components/ui/use-now";
import type { Run } from "@/lib/runs/schema";
import { composerField } from "./composer-field";
import type { RunStatus } from "./message-types";
import { statusWords } from "./status-words";

type RunStatusLineProps = {
  run: Run | null;
  status: RunStatus | null;
  /** A tool that runs has a question. */
  asked: boolean;
};

/** What the run is doing, in words and seconds. Only the words are announced, not each second. */
export function RunStatusLine({ run, status, asked }: RunStatusLineProps) {
  const waiting = run?.state === "waiting" || (run?.state === "running" && asked);
  const words = waiting ? { text: "Waiting for you", since: null } : statusWords(run, status);
  return (
    <p role="status" aria-label="Run status" className="flex min-h-6 items-center gap-2 text-sm text-soft">
      {words && (
        <>
          {waiting ? (
            <span aria-hidden="true" className="mx-0.5 size-2 rounded-full bg-amber" />
          ) : (
            <Spinner />
          )}
          <span>
            {words.text}
            {words.since && <Elapsed since={words.since} />}
          </span>
        </>
      )}
    </p>
  );
}

function Elapsed({ since }: { since: string }) {
  const now = useNow(1_000);
  const seconds = now === null ? 0 : Math.floor((now - Date.parse(since)) / 1_000);
  if (seconds < 1) return null;
  return (
    <span aria-hidden="true" className="tabular-nums">
      , {seconds < 60 ? `${seconds} s` : durationWords(seconds * 1_000)}
    </span>
  );
}

type RunEndProps = {
  run: Run | null;
  /** The last message says itself how it ended. */
  told: boolean;
  busy: boolean;
  onRetry: () => void;
};

export function RunEnd({ run, told, busy, onRetry }: RunEndProps) {
  if (run?.state === "cancelled" && !told) return <p className="text-sm text-soft">Stopped.</p>;
  if (run?.state !== "failed") return null;
  return (
    <Notice
      action={
        <HandsFocusOn to={composerField}>
          <Button size="sm" busy={busy} onClick={onRetry}>
            Retry
          </Button>
        </HandsFocusOn>
      }
    >
      {run.error?.message ?? "The run failed."}
    </Notice>
  );
}
