"use client";

import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Approval } from "@/lib/approvals/schema";
import { useDecisions } from "./decisions";
import { ReasonForm } from "./reason-form";
import { useSettled } from "./use-settled";

type Form = "note" | "reason";

/** The two buttons, and the words that may go with either. */
export function ApprovalActions({ approval, expired }: { approval: Approval; expired: boolean }) {
  const { attempts, decide } = useDecisions();
  const [form, setForm] = useState<Form | null>(null);
  // Words that were written to reject are no note to go with an approval.
  const [reason, setReason] = useState("");
  const [note, setNote] = useState("");
  const openers = { reason: useRef<HTMLButtonElement>(null), note: useRef<HTMLButtonElement>(null) };
  const { settled, isMeant, onPointerEnter } = useSettled(`${approval.id} ${form}`);
  const sending = attempts.get(approval.id)?.sending ?? null;
  // Not `disabled`: a button that takes no click any more keeps the focus.
  const closed = expired || sending !== null;

  const close = (from: Form) => {
    setForm(null);
    requestAnimationFrame(() => openers[from].current?.focus());
  };

  if (form === "reason") {
    return (
      <ReasonForm
        label="Reason (optional)"
        hint="The reason goes to the agent."
        busy={sending !== null}
        reason={reason}
        onReasonChange={setReason}
        confirm={
          <Button
            variant="danger"
            busy={sending === "reject"}
            aria-disabled={!settled || sending !== null}
            onPointerEnter={onPointerEnter}
            onClick={(event) => isMeant(event) && decide(approval, "reject", reason)}
          >
            Confirm reject
          </Button>
        }
        onCancel={() => close("reason")}
      />
    );
  }
  if (form === "note") {
    return (
      <ReasonForm
        label="Note for the agent"
        hint="It runs as shown; the note goes along."
        busy={sending !== null}
        reason={note}
        onReasonChange={setNote}
        confirm={
          <Button
            variant="primary"
            busy={sending === "approve"}
            aria-disabled={!settled || closed}
            onPointerEnter={onPointerEnter}
            onClick={(event) => !expired && isMeant(event) && decide(approval, "approve", note)}
          >
            Approve with note
          </Button>
        }
        onCancel={() => close("note")}
      />
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        variant="primary"
        busy={sending === "approve"}
        aria-disabled={!settled || closed}
        onPointerEnter={onPointerEnter}
        onClick={(event) => !expired && isMeant(event) && decide(approval, "approve", "")}
        className="max-sm:flex-1"
      >
        Approve
      </Button>
      <Button
        ref={openers.reason}
        data-opens-form
        aria-disabled={closed}
        onClick={() => !closed && setForm("reason")}
        className="max-sm:flex-1"
      >
        Reject
      </Button>
      <Button
        ref={openers.note}
        data-opens-form
        variant="ghost"
        aria-disabled={closed}
        onClick={() => !closed && setForm("note")}
        className="sm:ml-auto"
      >
        Add a note
      </Button>
    </div>
  );
}
