"use client";

import { useCallback, useEffect, useState } from "react";
import { api } from "@/components/shell/api";
import { useEvents } from "@/components/shell/events-provider";
import type { Approval } from "@/lib/approvals/schema";
import type { Call, Run } from "@/lib/runs/schema";
import { type CallOfStep, callOfStep, movesUntold } from "./call-of-step";

const lookAgainMilliseconds = 1_000;

async function readCall({ runId, callId }: Approval): Promise<CallOfStep | null> {
  if (runId !== null) return callOfStep(await api<Run>(`/runs/${runId}`), callId);
  return { call: await api<Call>(`/calls/${callId}`), othersPending: 0 };
}

/** What became of a decided call; null while it waits, and while nobody knows. */
export function useCall(approval: Approval): CallOfStep | null {
  const [found, setFound] = useState<CallOfStep | null>(null);
  const decided = approval.status !== "pending" && approval.kind === "approval";
  const read = useCallback(async () => {
    if (!decided) return;
    // What is shown without it is true as well: the decision.
    const answer = await readCall(approval).catch(() => null);
    if (answer) setFound(answer);
  }, [approval, decided]);

  useEffect(() => void read(), [read]);
  useEvents((event) => {
    if (approval.runId !== null && event.runId === approval.runId) void read();
  }, read);
  const moving = decided && approval.status === "approved" && movesUntold(approval.runId, found);
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(() => void read(), lookAgainMilliseconds);
    return () => clearInterval(timer);
  }, [moving, read]);
  return decided ? found : null;
}
