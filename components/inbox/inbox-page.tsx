"use client";

import { useMemo } from "react";
import { DecisionsProvider } from "@/components/approvals/decisions";
import { NewCardsAnnounced } from "@/components/chat/new-cards";
import { PageHeader } from "@/components/shell/page-header";
import { usePageTitle } from "@/components/shell/page-title";
import { Badge } from "@/components/ui/badge";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { Approval } from "@/lib/approvals/schema";
import { InboxEntry } from "./inbox-entry";
import { isPending } from "./merge-inbox";
import { useInbox } from "./use-inbox";

const none: readonly Approval[] = [];

export function InboxPage() {
  usePageTitle("Approvals");
  const { approvals, hidden, error, decisions } = useInbox();
  const pending = useMemo(() => approvals?.filter(isPending) ?? none, [approvals]);
  const waiting = hidden + pending.length;
  return (
    <DecisionsProvider value={decisions}>
      <PageHeader title="Approvals">
        {waiting > 0 && <Badge tone="amber">{waiting} waiting</Badge>}
      </PageHeader>
      <NewCardsAnnounced pending={pending} />
      <section
        aria-label="What waits"
        data-message-scroller
        className="relative min-h-0 flex-1 overflow-y-auto px-3 md:px-5"
      >
        <div className="mx-auto flex max-w-[760px] flex-col gap-5 py-5 md:py-6">
          {error && <Notice>{error}</Notice>}
          {!approvals && !error && (
            <div aria-busy="true" className="flex flex-col gap-3">
              <span className="sr-only">Loading approvals</span>
              <Skeleton className="h-52 rounded-[14px]" />
              <Skeleton className="h-52 rounded-[14px]" />
            </div>
          )}
          {approvals?.length === 0 && (
            <div className="py-20 text-center">
              <p className="font-semibold text-md">Nothing waits for you</p>
              <p className="text-soft">
                Calls that ask, from the chat and from outside clients, appear here.
              </p>
            </div>
          )}
          {approvals?.map((approval) => (
            <InboxEntry key={approval.id} approval={approval} />
          ))}
          {hidden > 0 && pending.length > 0 && (
            <p className="text-center text-soft">
              {hidden === 1
                ? "An older one waits too; it comes when these are decided."
                : `${hidden} older ones wait too; they come when these are decided.`}
            </p>
          )}
        </div>
      </section>
    </DecisionsProvider>
  );
}
