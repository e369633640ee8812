"use client";

import Link from "next/link";
import { useCallback, useEffect, useState } from "react";
import { DecisionsProvider } from "@/components/approvals/decisions";
import { useSendDecisions } from "@/components/approvals/use-send-decisions";
import { ApiError, api, errorSentence } from "@/components/shell/api";
import { useReading } from "@/components/shell/events-provider";
import { PageHeader } from "@/components/shell/page-header";
import { usePageTitle } from "@/components/shell/page-title";
import { Rereading } from "@/components/shell/rereading";
import { buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import type { Approval } from "@/lib/approvals/schema";
import { InboxEntry } from "./inbox-entry";
import { replaceDecided } from "./merge-inbox";

const noneAnswered: ReadonlyMap<string, Approval> = new Map();

/** One approval, while it waits and after. */
export function ApprovalPage({ id }: { id: string }) {
  const [approval, setApproval] = useState<Approval | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [readings, setReadings] = useState(0);
  const show = useCallback((answers: Approval[]) => {
    setApproval((known) => (known ? (replaceDecided([known], answers)[0] ?? known) : (answers[0] ?? null)));
  }, []);
  const [reading] = useState(
    () =>
      new Rereading<Approval>({
        get: (signal) => api(`/approvals/${encodeURIComponent(id)}`, { signal }),
        show: (answer) => {
          show([answer]);
          setError(null);
          setReadings((count) => count + 1);
        },
        failed: (problem) => {
          const missing = problem instanceof ApiError && problem.status === 404;
          setError(missing ? "There is no such approval." : errorSentence(problem));
        },
      }),
  );
  useEffect(() => reading.stop, [reading]);
  useReading(reading.again, (event) => {
    if (event.approvalId === id) reading.again();
  });
  const decisions = useSendDecisions({
    answered: noneAnswered,
    onAnswered: show,
    checkAgain: reading.again,
    readings,
  });
  usePageTitle(approval ? `${approval.tool.name}` : "Approval");

  return (
    <DecisionsProvider value={decisions}>
      <PageHeader title="Approval">
        <Link href="/approvals" className={buttonClass({ size: "sm", variant: "ghost" })}>
          All that waits
        </Link>
      </PageHeader>
      <div data-message-scroller className="relative min-h-0 flex-1 overflow-y-auto px-3 md:px-5">
        <div className="mx-auto max-w-[760px] py-5 md:py-6">
          {error && !approval && <Notice>{error}</Notice>}
          {!approval && !error && <Skeleton className="h-52 rounded-[14px]" />}
          {approval && <InboxEntry approval={approval} alone />}
        </div>
      </div>
    </DecisionsProvider>
  );
}
