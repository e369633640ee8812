"use client";

import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Approval } from "@/lib/approvals/schema";
import type { DecisionAttempt, Decisions } from "./decisions";
import { focusNextCard } from "./focus-next-card";
import { type DecisionAnswer, sendAnswers, sendDecision, sendDecisions } from "./send-decisions";

type SentWord = NonNullable<DecisionAttempt["sending"]>;

type Server = {
  answered: ReadonlyMap<string, Approval>;
  /** What the server answered: only that makes a card decided. */
  onAnswered: (approvals: Approval[]) => void;
  checkAgain: () => void;
  /** How often the approvals were read. */
  readings: number;
};

/** Sends decisions and keeps what became of each; the approvals themselves change by the server's word alone. */
export function useSendDecisions({ answered, onAnswered, checkAgain, readings }: Server): Decisions {
  const [attempts, setAttempts] = useState<ReadonlyMap<string, DecisionAttempt>>(new Map());
  // Told at once, before the page has drawn that one is under way: each is sent once at a time.
  const underWay = useRef(new Set<string>());

  const note = useCallback((changes: [string, DecisionAttempt][]) => {
    setAttempts((known) => new Map([...known, ...changes]));
  }, []);

  // What no answer told is told by what was read since: the card itself says whether it still waits.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading is what ends the not knowing
  useEffect(() => {
    setAttempts((known) => {
      const told = [...known].filter(([, { unknown }]) => !unknown);
      return told.length === known.size ? known : new Map(told);
    });
  }, [readings]);

  const send = useCallback(
    async (
      wanted: Approval[],
      decision: SentWord,
      request: (approvals: Approval[]) => Promise<DecisionAnswer[]>,
    ): Promise<boolean> => {
      const approvals = wanted.filter(({ id }) => !underWay.current.has(id));
      if (approvals.length === 0) return false;
      const asked = approvals.map(({ id }) => id);
      for (const id of asked) underWay.current.add(id);
      note(asked.map((id) => [id, { sending: decision, problem: null, late: false, unknown: false }]));
      const answers = await request(approvals);
      for (const id of asked) underWay.current.delete(id);
      note(answers.map(({ id, problem, late, unknown }) => [id, { sending: null, problem, late, unknown }]));
      onAnswered(answers.flatMap(({ approval }) => approval ?? []));
      const last = answers.findLast(({ approval }) => approval && approval.status !== "pending");
      const problem = last?.problem != null;
      if (last) requestAnimationFrame(() => focusNextCard(last.id, { sentIds: asked, problem }));
      const failed = answers.some(({ problem }) => problem);
      if (failed) checkAgain();
      return !failed;
    },
    [note, onAnswered, checkAgain],
  );

  return useMemo(
    () => ({
      attempts,
      answered,
      checkAgain,
      decide: async (approval, decision, reason) =>
        void (await send([approval], decision, async () => [await sendDecision(approval, decision, reason)])),
      answer: async (approval, answers) =>
        void (await send([approval], "answer", async () => [await sendAnswers(approval, answers)])),
      decideAll: (approvals, decision, reason) =>
        send(approvals, decision, (open) => sendDecisions(open, decision, reason)),
    }),
    [attempts, answered, checkAgain, send],
  );
}
