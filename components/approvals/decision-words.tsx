import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import { decidedBy } from "./decided-by";

const words: Record<Approval["status"], string> = {
  pending: "Waiting for you",
  approved: "Approved",
  rejected: "Rejected",
  expired: "Expired",
  cancelled: "Cancelled",
};

const colours: Record<Approval["status"], string> = {
  pending: "text-amber",
  approved: "text-green",
  rejected: "text-red",
  expired: "text-soft",
  cancelled: "text-soft",
};

export function StatusWord({ status }: { status: Approval["status"] }) {
  return <span className={`font-semibold ${colours[status]}`}>{words[status]}</span>;
}

/** "Approved by you, 09:41". */
export function DecisionWords({ approval }: { approval: Approval }) {
  const decision = approval.decisions.at(-1);
  const by = decision && decidedBy(decision);
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <StatusWord status={approval.status} />
      {by && (
        <>
          {" "}
          <VisibleText text={by} />
        </>
      )}
      {decision && (
        <>
          {", "}
          <Time at={decision.at} className="whitespace-nowrap" />
        </>
      )}
    </span>
  );
}

export function DecisionReason({ approval }: { approval: Approval }) {
  const reason = approval.decisions.findLast((decision) => decision.reason)?.reason;
  if (!reason) return null;
  return (
    <q className="text-fg text-sm [overflow-wrap:anywhere]">
      <VisibleText text={reason} />
    </q>
  );
}
