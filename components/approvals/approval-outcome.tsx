import { Spinner } from "@/components/ui/spinner";
import type { Approval } from "@/lib/approvals/schema";
import type { Call } from "@/lib/runs/schema";
import { CallProblem } from "./call-details";
import { CallProgress, ProgressWords } from "./call-progress";
import { callDuration, stateWord } from "./call-words";
import { DecisionReason, DecisionWords } from "./decision-words";
import { StateDot } from "./state-dot";

function nextWords(approval: Approval, call: Call, othersPending: number): string {
  if (approval.status !== "approved") return "Not run";
  if (call.state !== "pending" && call.state !== "approved") return stateWord(call.state);
  if (othersPending === 0) return "About to run";
  return `Approved, runs when the other ${othersPending} ${othersPending === 1 ? "is" : "are"} decided`;
}

/** In the place of the buttons: who decided what, when and why, and what came of it. */
export function ApprovalOutcome({ approval, call, othersPending }: ApprovalOutcomeProps) {
  const duration = call && callDuration(call);
  return (
    <div className="flex min-h-9 flex-col justify-center gap-1 text-soft">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <DecisionWords approval={approval} />
        {call && (
          <span className="ml-auto flex items-center gap-2 tabular-nums max-sm:ml-0">
            {call.state === "executing" ? <Spinner /> : <StateDot state={call.state} />}
            {duration && `${duration} · `}
            <ProgressWords call={call} />
            {nextWords(approval, call, othersPending)}
          </span>
        )}
      </div>
      <DecisionReason approval={approval} />
      {call && <CallProblem call={call} />}
      {call && <CallProgress call={call} />}
    </div>
  );
}

type ApprovalOutcomeProps = { approval: Approval; call: Call | null; othersPending: number };
