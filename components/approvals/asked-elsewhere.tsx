import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";

/** In the place of the buttons, for what only the client that calls can answer. */
export function AskedElsewhere({ approval }: { approval: Approval }) {
  return (
    <p className="flex min-h-9 items-center text-soft">
      <span>
        Asked in <VisibleText text={approval.caller?.name ?? "the client that calls"} />: it can be answered
        only there.
      </span>
    </p>
  );
}
