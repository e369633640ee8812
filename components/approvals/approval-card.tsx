"use client";

import { useEffect, useState } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { cx } from "@/components/ui/cx";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";
import { ApprovalActions } from "./approval-actions";
import { ApprovalBody } from "./approval-body";
import { ApprovalHead } from "./approval-head";
import { ApprovalOutcome } from "./approval-outcome";
import { AskedElsewhere } from "./asked-elsewhere";
import { CallOutcome } from "./call-details";
import { hasMoreToRead, hasOutput } from "./call-end";
import { useDecisions } from "./decisions";
import { headingOf } from "./focus-next-card";
import { OutcomeToggle } from "./outcome-toggle";
import { outputText } from "./output-view";
import { useTimeLeft } from "./time-left";
import { useKeptHeight } from "./use-kept-height";

const borders: Record<Approval["status"], string> = {
  pending: "border-amber-line",
  approved: "border-green-line",
  rejected: "border-red-line",
  expired: "border-line",
  cancelled: "border-line",
};

type ApprovalCardProps = {
  approval: Approval;
  /** Null where nobody knows yet what became of the call: then only the decision is told. */
  call: Call | null;
  othersPending: number;
  /** The reader has opened what came of it. */
  onOpen?: () => void;
};

/** The question put to the reader. Decided, it stays where it is, as high as it was, and says what became of it. */
export function ApprovalCard({ approval, call, othersPending, onOpen }: ApprovalCardProps) {
  const { attempts, checkAgain } = useDecisions();
  const pending = approval.status === "pending";
  const left = useTimeLeft(pending ? approval.expiresAt : null);
  const expired = left !== null && left <= 0;
  const card = useKeptHeight(pending);
  const [open, setOpen] = useState(false);
  const foldable = !pending && call !== null && hasMoreToRead(call);
  const attempt = attempts.get(approval.id);
  const problem = pending || attempt?.late ? attempt?.problem : null;

  useEffect(() => {
    if (expired) checkAgain();
  }, [expired, checkAgain]);

  return (
    <div
      ref={card}
      data-approval-card
      className={cx(
        "flex animate-appear scroll-my-3 flex-col overflow-hidden rounded-[14px] border bg-card shadow-raised",
        borders[approval.status],
      )}
    >
      <div className="relative flex flex-1 flex-col">
        <fieldset
          aria-label={
            pending ? `Approval required: ${approval.tool.name}` : `${approval.tool.name}: ${approval.status}`
          }
          className="flex min-w-0 flex-1 flex-col"
        >
          <ApprovalHead approval={approval} left={left} />
          <ApprovalBody approval={approval} />
          <div className={cx("mt-auto flex flex-col gap-2 border-t px-4 py-3", foldable && "pr-12")}>
            {pending && approval.askedOf === "app" && (
              <HandsFocusOn to={() => headingOf(approval.id)}>
                <ApprovalActions approval={approval} expired={expired} />
              </HandsFocusOn>
            )}
            {pending && approval.askedOf === "client" && <AskedElsewhere approval={approval} />}
            {!pending && <ApprovalOutcome approval={approval} call={call} othersPending={othersPending} />}
            {problem && (
              <p role="alert" className="text-red text-sm">
                {problem}
              </p>
            )}
          </div>
        </fieldset>
        {!pending && (
          <CopyButton
            text={() => outputText(approval.arguments)}
            what="arguments"
            className="absolute top-2 right-2.5"
          />
        )}
        {foldable && (
          <OutcomeToggle
            label={`${hasOutput(call) ? "Output" : "Details"} of ${approval.tool.name}`}
            open={open}
            onToggle={() => {
              setOpen(!open);
              onOpen?.();
            }}
            className="absolute right-2.5 bottom-4"
          />
        )}
      </div>
      {foldable && open && (
        <div className="flex animate-appear flex-col gap-2 border-t px-4 py-3">
          <CallOutcome call={call} />
        </div>
      )}
    </div>
  );
}
