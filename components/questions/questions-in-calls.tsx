"use client";

import { useDecisions } from "@/components/approvals/decisions";
import type { Approval } from "@/lib/approvals/schema";
import { QuestionCard } from "./question-card";

/** What servers ask in the middle of calls that are under way: after the last message, where the reader is. */
export function QuestionsInCalls({ asked }: { asked: Approval[] }) {
  const { answered } = useDecisions();
  return asked.map((approval) => (
    <QuestionCard key={approval.id} approval={answered.get(approval.id) ?? approval} />
  ));
}
