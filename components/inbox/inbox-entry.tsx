"use client";

import Link from "next/link";
import { ApprovalCard } from "@/components/approvals/approval-card";
import { QuestionCard } from "@/components/questions/question-card";
import { useConversations } from "@/components/shell/conversations-provider";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import { useCall } from "./use-call";

/** One approval away from its conversation: who asks, since when, and the same card as there. */
export function InboxEntry({ approval, alone = false }: { approval: Approval; alone?: boolean }) {
  const known = useCall(approval);
  return (
    <div className="flex flex-col gap-1.5">
      <p className="flex items-baseline gap-x-1.5 px-1 text-sm text-soft">
        <Origin approval={approval} />
        <span aria-hidden="true">·</span>
        {alone ? (
          <Time at={approval.requestedAt} className="shrink-0" />
        ) : (
          <Link href={`/approvals/${approval.id}`} className="shrink-0 hover:text-fg hover:underline">
            <Time at={approval.requestedAt} />
          </Link>
        )}
      </p>
      {approval.kind === "question" ? (
        <QuestionCard approval={approval} />
      ) : (
        <ApprovalCard
          approval={approval}
          call={known?.call ?? null}
          othersPending={known?.othersPending ?? 0}
        />
      )}
    </div>
  );
}

function Origin({ approval: { conversationId, caller } }: { approval: Approval }) {
  const { page } = useConversations();
  if (conversationId !== null) {
    const title = page?.items.find(({ id }) => id === conversationId)?.title ?? "a conversation";
    return (
      <span className="min-w-0 truncate">
        In{" "}
        <Link href={`/c/${conversationId}`} className="font-medium text-fg underline underline-offset-2">
          {title}
        </Link>
      </span>
    );
  }
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      Called from outside by{" "}
      <b className="font-medium text-fg">
        <VisibleText text={caller ? `${caller.name} ${caller.version}`.trim() : "an unnamed client"} />
      </b>
    </span>
  );
}
