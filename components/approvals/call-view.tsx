"use client";

import { useState } from "react";
import { QuestionCard } from "@/components/questions/question-card";
import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";
import { ApprovalCard } from "./approval-card";
import { DecisionReason, DecisionWords } from "./decision-words";
import { ToolLine } from "./tool-line";

type GatedCallProps = { call: Call; approval: Approval; othersPending: number; past: boolean };
type CallViewProps = Omit<GatedCallProps, "approval"> & { approval: Approval | null };

export function CallView({ call, approval, othersPending, past }: CallViewProps) {
  if (!approval) return <ToolLine call={call} />;
  if (approval.kind === "question") return <QuestionCard key={`${past}`} approval={approval} />;
  return <GatedCall call={call} approval={approval} othersPending={othersPending} past={past} />;
}

/**
 * One that was decided before the reader came is a line. One that asked before their eyes stays the card that it was
 * while its turn lasts, and after it where they have opened it.
 */
function GatedCall({ call, approval, othersPending, past }: GatedCallProps) {
  const unfinished = call.state === "pending" || call.state === "approved";
  const [asked] = useState(unfinished);
  const [opened, setOpened] = useState(false);
  if (unfinished || (asked && (!past || opened))) {
    return (
      <ApprovalCard
        call={call}
        approval={approval}
        othersPending={othersPending}
        onOpen={() => setOpened(true)}
      />
    );
  }
  const decision = (
    <span className="min-w-0">
      <DecisionWords approval={approval} /> <span aria-hidden="true">·</span>
    </span>
  );
  return (
    <ToolLine
      call={call}
      groupName={`${approval.tool.name}: ${approval.status}`}
      decision={decision}
      reason={<DecisionReason approval={approval} />}
    />
  );
}
