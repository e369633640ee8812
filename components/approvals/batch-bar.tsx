"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import type { Approval } from "@/lib/approvals/schema";
import { type DecisionWord, useDecisions } from "./decisions";
import { headingOf } from "./focus-next-card";
import { ReasonForm } from "./reason-form";
import { useSettled } from "./use-settled";

type BatchBarProps = { asked: Approval[]; pending: Approval[] };

/** Decides all that wait in a step. Once shown it keeps its place until the page is left, with or without buttons. */
export function BatchBar({ asked, pending }: BatchBarProps) {
  const { attempts, decideAll } = useDecisions();
  const [wasUseful] = useState(pending.length > 0);
  const [counted, setCounted] = useState<Approval[] | null>(null);
  const [reason, setReason] = useState("");
  const [sending, setSending] = useState<DecisionWord | null>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { settled, isMeant, onPointerEnter } = useSettled(pending.map(({ id }) => id).join(" "));
  const toReject = counted?.filter(({ id }) => pending.some((one) => one.id === id)) ?? [];
  const confirming = useSettled(toReject.map(({ id }) => id).join(" "));
  if (!wasUseful && pending.length === 0) return null;

  const decide = async (approvals: Approval[], decision: DecisionWord) => {
    if (sending) return;
    setSending(decision);
    const allTaken = await decideAll(approvals, decision, decision === "reject" ? reason : "");
    setSending(null);
    if (allTaken) setCounted(null);
  };
  const failed = pending.filter(({ id }) => attempts.get(id)?.problem).length;
  const open = toReject.length > 0;
  // Open, it would cover too much of what it is about.
  const sticks = pending.length > 1 && !open;
  const firstHeading = () => headingOf((pending[0] ?? asked[0])?.id ?? "");

  return (
    <div
      data-batch-bar
      data-sticks={sticks || undefined}
      className={cx("-my-2 flex flex-col gap-3 py-2", sticks && "z-10 bg-bg sm:sticky sm:top-0")}
    >
      <div className="flex min-h-9 flex-wrap items-center gap-x-2.5 gap-y-1 px-0.5 text-soft">
        <span className="mr-auto tabular-nums max-sm:w-full">
          {asked.length - pending.length} of {asked.length} decided
          {failed > 0 && <span className="text-red"> · {failed} with a problem</span>}
        </span>
        {pending.length > 1 && !open && (
          <HandsFocusOn to={firstHeading}>
            <div data-batch-buttons className="contents">
              <Button
                ref={opener}
                data-opens-form
                variant="ghost"
                aria-disabled={sending !== null}
                onClick={() => sending === null && setCounted(pending)}
                className="max-sm:flex-1 max-sm:border-line"
              >
                Reject all
              </Button>
              <Button
                busy={sending === "approve"}
                aria-disabled={!settled || sending !== null}
                onPointerEnter={onPointerEnter}
                onClick={(event) => isMeant(event) && decide(pending, "approve")}
                className="max-sm:flex-1"
              >
                Approve all ({pending.length})
              </Button>
            </div>
          </HandsFocusOn>
        )}
      </div>
      {open && (
        <HandsFocusOn to={() => opener.current ?? firstHeading()}>
          <div className="rounded-[14px] border border-red-line bg-card p-4 shadow-raised">
            <ReasonForm
              label="Reason for all (optional)"
              hint={`Rejects the ${toReject.length} that wait; the reason goes to the agent.`}
              busy={sending !== null}
              reason={reason}
              onReasonChange={setReason}
              confirm={
                <Button
                  variant="danger"
                  busy={sending === "reject"}
                  aria-disabled={!confirming.settled || sending !== null}
                  onPointerEnter={confirming.onPointerEnter}
                  onClick={(event) => confirming.isMeant(event) && decide(toReject, "reject")}
                >
                  Confirm reject all
                </Button>
              }
              onCancel={() => {
                setCounted(null);
                requestAnimationFrame(() => opener.current?.focus());
              }}
            />
          </div>
        </HandsFocusOn>
      )}
    </div>
  );
}
