"use client";

import { createContext, useContext } from "react";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Call, CountersignData } from "@/lib/runs/schema";

export type Progress = CountersignData["progress"];

const ProgressContext = createContext<Readonly<Record<string, Progress>>>({});
/** How far the calls of the streaming run are, by their id. */
export const ProgressProvider = ProgressContext;

/** Along the lower edge of a running call, so that it takes no room of its own. */
export function CallProgress({ call }: { call: Call }) {
  const progress = useContext(ProgressContext)[call.id];
  if (!progress || call.state !== "executing") return null;
  const share = progress.total ? Math.min(1, Math.max(0, progress.progress / progress.total)) : null;
  return (
    <div
      role="progressbar"
      aria-label={`Progress of ${call.tool.name}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={share === null ? undefined : Math.round(share * 100)}
      aria-valuetext={progress.message ?? undefined}
      className="absolute inset-x-0 bottom-0 h-0.75 bg-blue-bg"
    >
      <div
        className={cx("h-full bg-blue transition-[width]", share === null && "w-1/3 animate-pulse")}
        style={share === null ? undefined : { width: `${share * 100}%` }}
      />
    </div>
  );
}

/** "40 %, reading page 4": beside the word "Running". */
export function ProgressWords({ call }: { call: Call }) {
  const progress = useContext(ProgressContext)[call.id];
  if (!progress || call.state !== "executing") return null;
  const { total, message } = progress;
  const share = total ? `${Math.round(Math.min(1, Math.max(0, progress.progress / total)) * 100)} %` : null;
  if (!share && !message) return null;
  return (
    <span className="max-w-60 truncate tabular-nums" title={message ?? undefined}>
      <VisibleText text={[share, message].filter(Boolean).join(", ")} /> ·
    </span>
  );
}
