"use client";

import { type ReactNode, useState } from "react";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Call } from "@/lib/runs/schema";
import { CallOutcome, CallProblem } from "./call-details";
import { CallProgress, ProgressWords } from "./call-progress";
import { callDuration, mainArgument, stateWord } from "./call-words";
import { OutcomeToggle } from "./outcome-toggle";
import { OutputView } from "./output-view";
import { StateDot } from "./state-dot";

type ToolLineProps = {
  call: Call;
  /** Names the line as a group: a gated call whose decision it shows. */
  groupName?: string;
  decision?: ReactNode;
  reason?: ReactNode;
};

/** A call in one line; opened, with its arguments and what came out. */
export function ToolLine({ call, groupName, decision, reason }: ToolLineProps) {
  const [open, setOpen] = useState(false);
  const duration = callDuration(call);
  const words = (
    <>
      <div className="flex min-w-0 flex-wrap items-center gap-x-2.5 sm:flex-nowrap">
        <span className="flex min-w-0 items-center gap-x-2.5">
          <StateDot state={call.state} />
          <code className="min-w-0 text-fg text-sm [overflow-wrap:anywhere]">
            <VisibleText text={call.tool.name} />
          </code>
        </span>
        <span className="min-w-16 flex-1 truncate">
          <VisibleText text={mainArgument(call.arguments)} />
        </span>
        <span className="flex min-w-0 flex-wrap items-center gap-x-1.5 max-sm:w-full max-sm:pl-5 sm:max-w-3/5 sm:shrink-0">
          {decision}
          {duration && <span className="tabular-nums">{duration} ·</span>}
          <ProgressWords call={call} />
          <span
            className={cx(
              call.state === "failed" && "text-red",
              call.state === "interrupted" && "text-amber",
            )}
          >
            {stateWord(call.state)}
          </span>
        </span>
      </div>
      {reason && <div className="pl-5">{reason}</div>}
      {!open && <CallProblem call={call} className="pl-5" />}
    </>
  );
  const place = "min-w-0 flex-1 py-2";
  return (
    <div className="relative overflow-hidden rounded-[10px] border bg-card text-soft">
      <CallProgress call={call} />
      <div className="flex items-start pr-1.5 pl-3">
        {groupName ? (
          <fieldset aria-label={groupName} className={place}>
            {words}
          </fieldset>
        ) : (
          <div className={place}>{words}</div>
        )}
        <OutcomeToggle
          label={`Details of ${call.tool.name}`}
          open={open}
          onToggle={() => setOpen(!open)}
          className="mt-1.5 ml-1"
        />
      </div>
      {open && (
        <div className="flex animate-appear flex-col gap-2.5 border-t px-3 py-2.5">
          <OutputView name="Arguments" value={call.arguments} />
          <CallOutcome call={call} />
        </div>
      )}
    </div>
  );
}
