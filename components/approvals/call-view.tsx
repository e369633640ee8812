"use client";

import { useState } from "react";
import { QuestionCard } from "@/components/questions/question-card";
import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";
import { ApprovalCard } from "./approval-card";
import { DecisionReason, DecisionWords } from "./decision-words";
import { ToolLine } from "./tool-line";

type GatedCallProps = { call: Call; approval: Approval; othersPending: number };
type CallViewProps = Omit<GatedCallProps, "approval"> & { approval: Approval | null; past: boolean };

/** A card keeps its form while its turn lasts; when the conversation has gone on, it is shown as to one who comes later. */
export function CallView({ call, approval, othersPending, past }: CallViewProps) {
  if (!approval) return <ToolLine call={call} />;
  if (approval.kind === "question") return <QuestionCard key={`${past}`} approval={approval} />;
  return <GatedCall key={`${past}`} call={call} approval={approval} othersPending={othersPending} />;
}

/** One that was decided before the reader came is a line; one that asked before their eyes stays the card that it was. */
function GatedCall({ call, approval, othersPending }: GatedCallProps) {
  const unfinished = call.state === "pending" || call.state === "approved";
  const [asked] = useState(unfinished);
  if (asked || unfinished) {
    return <ApprovalCard call={call} approval={approval} othersPending={othersPending} />;
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
