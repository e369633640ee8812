"use client";

import { createContext, useContext } from "react";
import type { Approval } from "@/lib/approvals/schema";

export type DecisionWord = "approve" | "reject";

/** What became of a click on one approval, until the server's answer stands in the approval itself. */
export type DecisionAttempt = {
  sending: DecisionWord | "answer" | null;
  problem: string | null;
  /** Another decision stands: the problem stays true when the card is decided. */
  late: boolean;
  /** No answer came: what stands is known by the next reading. */
  unknown: boolean;
};

export type Decisions = {
  attempts: ReadonlyMap<string, DecisionAttempt>;
  /** The approvals as the server answered them, newer than what was loaded. */
  answered: ReadonlyMap<string, Approval>;
  decide: (approval: Approval, decision: DecisionWord, reason: string) => Promise<void>;
  /** False where nothing was sent, or a problem came back with one of them. */
  decideAll: (approvals: Approval[], decision: DecisionWord, reason: string) => Promise<boolean>;
  /** One list of answers a question. */
  answer: (approval: Approval, answers: string[][]) => Promise<void>;
  /** The time of an approval is up: ask the server what stands. */
  checkAgain: () => void;
};

const DecisionsContext = createContext<Decisions | null>(null);
export const DecisionsProvider = DecisionsContext;

export function useDecisions(): Decisions {
  const decisions = useContext(DecisionsContext);
  if (!decisions) throw new Error("Decisions are made inside DecisionsProvider.");
  return decisions;
}
