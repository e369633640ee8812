"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useSendDecisions } from "@/components/approvals/use-send-decisions";
import { useReading } from "@/components/shell/events-provider";
import type { Approval } from "@/lib/approvals/schema";
import { InboxStore } from "./inbox-store";

const noneAnswered: ReadonlyMap<string, Approval> = new Map();

export function useInbox() {
  const [store] = useState(() => new InboxStore());
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);
  useEffect(() => store.stop, [store]);
  useReading(store.refresh, (event) => {
    if (event.type.startsWith("approval.")) store.refresh();
  });
  const decisions = useSendDecisions({
    answered: noneAnswered,
    onAnswered: store.answered,
    checkAgain: store.refresh,
    readings: state.readings,
  });
  return { ...state, decisions };
}
