import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";

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
  const person = decision && (decision.decision === "approve" || decision.decision === "reject");
  return (
    <span className="whitespace-nowrap">
      <StatusWord status={approval.status} />
      {person && (
        <>
          {" by "}
          {decision.by.id === "owner" ? "you" : <VisibleText text={decision.by.name} />}
        </>
      )}
      {decision && (
        <>
          {", "}
          <Time at={decision.at} />
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
