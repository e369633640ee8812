"use client";

import { useEffect, useMemo, useState } from "react";
import { api } from "@/components/shell/api";
import { useEvents } from "@/components/shell/events-provider";
import { Rereading } from "@/components/shell/rereading";
import type { Approval } from "@/lib/approvals/schema";
import type { Call, Run } from "@/lib/runs/schema";
import { type CallOfStep, callOfStep, movesUntold } from "./call-of-step";

const lookAgainMilliseconds = 1_000;

type Place = Pick<Approval, "runId" | "callId">;

async function readCall({ runId, callId }: Place, signal: AbortSignal): Promise<CallOfStep | null> {
  if (runId !== null) return callOfStep(await api<Run>(`/runs/${runId}`, { signal }), callId);
  return { call: await api<Call>(`/calls/${callId}`, { signal }), othersPending: 0 };
}

/** What became of a decided call; null while it waits, and while nobody knows. */
export function useCall(approval: Approval): CallOfStep | null {
  const [found, setFound] = useState<CallOfStep | null>(null);
  const decided = approval.status !== "pending" && approval.kind === "approval";
  const { runId, callId } = approval;
  const reading = useMemo(
    () =>
      new Rereading<CallOfStep | null>({
        get: (signal) => readCall({ runId, callId }, signal),
        show: (answer) => answer && setFound(answer),
        // What is shown without it is true as well: the decision.
        failed: () => {},
      }),
    [runId, callId],
  );

  useEffect(() => {
    if (decided) reading.again();
    return reading.stop;
  }, [reading, decided]);
  useEvents(
    (event) => decided && runId !== null && event.runId === runId && reading.again(),
    () => decided && reading.again(),
  );
  const moving = decided && approval.status === "approved" && movesUntold(runId, found);
  useEffect(() => {
    if (!moving) return;
    const timer = setInterval(reading.again, lookAgainMilliseconds);
    return () => clearInterval(timer);
  }, [moving, reading]);
  return decided ? found : null;
}
