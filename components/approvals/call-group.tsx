"use client";

import { Fragment } from "react";
import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";
import { BatchBar } from "./batch-bar";
import { CallView } from "./call-view";
import { useDecisions } from "./decisions";

type CallWithApproval = { call: Call; approval: Approval | null };

type CallGroupProps = {
  calls: CallWithApproval[];
  /** The conversation has gone on since: what was decided is folded to a line. */
  past: boolean;
};

/** The calls of one step, in the model's order; the bar stands before the first that asks. */
export function CallGroup({ calls, past }: CallGroupProps) {
  const { answered } = useDecisions();
  const shown = calls.map(({ call, approval }) => ({ call, approval: latest(approval, answered) }));
  const waiting = shown.filter(({ approval }) => approval?.status === "pending").length;
  // A question has no yes or no: it is answered on its own card only.
  const asked = shown.flatMap(({ approval }) => (approval?.kind === "approval" ? approval : []));
  const pending = asked.filter(({ status }) => status === "pending");
  const first = asked[0]?.id;
  return (
    <div className="flex flex-col gap-3">
      {shown.map(({ call, approval }) => (
        <Fragment key={call.id}>
          {approval && approval.id === first && asked.length > 1 && (
            <BatchBar key={`${past}`} asked={asked} pending={pending} />
          )}
          <CallView call={call} approval={approval} othersPending={waiting} past={past} />
        </Fragment>
      ))}
    </div>
  );
}

function latest(approval: Approval | null, answered: ReadonlyMap<string, Approval>): Approval | null {
  return approval?.status === "pending" ? (answered.get(approval.id) ?? approval) : approval;
}
