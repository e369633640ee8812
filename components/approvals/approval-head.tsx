import { Chip } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import { riskWords } from "@/lib/policy/risk";
import { StatusWord } from "./decision-words";
import { TimeLeft } from "./time-left";

const grounds: Record<Approval["status"], string> = {
  pending: "border-amber-line bg-amber-bg",
  approved: "border-green-line bg-green-bg",
  rejected: "border-red-line bg-red-bg",
  expired: "bg-panel",
  cancelled: "bg-panel",
};

function isDangerous({ tool }: Approval): boolean {
  return tool.risk === "L4" || tool.risk === "L5";
}

/** After a decision the focus comes to the next card's heading: never to its Approve. */
export function ApprovalHead({ approval, left }: { approval: Approval; left: number | null }) {
  return (
    <div
      className={cx(
        "flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b px-4 py-2.5",
        grounds[approval.status],
      )}
    >
      <h2
        tabIndex={-1}
        data-approval-heading={approval.id}
        data-pending={approval.status === "pending" || undefined}
        className="flex min-w-0 flex-wrap items-center gap-x-2.5 rounded-sm max-sm:w-full"
      >
        <StatusWord status={approval.status} />
        <code className="min-w-0 font-semibold text-md [overflow-wrap:anywhere]">
          <VisibleText text={approval.tool.name} />
        </code>
      </h2>
      <Chip>{approval.tool.source}</Chip>
      <Chip tone={isDangerous(approval) ? "red" : "neutral"}>{riskWords[approval.tool.risk]}</Chip>
      {approval.status === "pending" && (
        <span className="ml-auto">
          <TimeLeft expiresAt={approval.expiresAt} left={left} />
        </span>
      )}
    </div>
  );
}
