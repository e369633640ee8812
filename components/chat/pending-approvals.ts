import type { Approval } from "@/lib/approvals/schema";
import type { ChatMessage } from "./message-types";

/** What waits on this page: the cards that it shows, but those that the server has answered already. */
export function pendingApprovals(
  messages: ChatMessage[],
  answered: ReadonlyMap<string, Approval>,
): Approval[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      const approval = part.type === "data-call" ? part.data.approval : null;
      return approval?.status === "pending" && !answered.has(approval.id) ? approval : [];
    }),
  );
}
