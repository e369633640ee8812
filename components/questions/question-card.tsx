"use client";

import { useEffect, useState } from "react";
import { useDecisions } from "@/components/approvals/decisions";
import { TimeLeft, useTimeLeft } from "@/components/approvals/time-left";
import { useKeptHeight } from "@/components/approvals/use-kept-height";
import { Chip } from "@/components/ui/badge";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import { readQuestions } from "@/lib/policy/questions";
import { AnswerForm } from "./answer-form";
import { AnswersGiven } from "./answers-given";
import { questionStateWord } from "./question-words";

const looks: Record<Approval["status"], { border: string; ground: string; word: string }> = {
  pending: { border: "border-amber-line", ground: "border-amber-line bg-amber-bg", word: "text-amber" },
  approved: { border: "border-green-line", ground: "border-green-line bg-green-bg", word: "text-green" },
  rejected: { border: "border-line", ground: "bg-panel", word: "text-soft" },
  expired: { border: "border-line", ground: "bg-panel", word: "text-soft" },
  cancelled: { border: "border-line", ground: "bg-panel", word: "text-soft" },
};

/** What the agent, or a server in the middle of a call, wants to know. Answered, it stays where it is. */
export function QuestionCard({ approval }: { approval: Approval }) {
  const { attempts, checkAgain } = useDecisions();
  const pending = approval.status === "pending";
  const left = useTimeLeft(pending ? approval.expiresAt : null);
  const expired = left !== null && left <= 0;
  const card = useKeptHeight(pending);
  // Answered before the reader's eyes it stays the form that it was; who comes later reads what was said.
  const [asked] = useState(pending);
  const questions = readQuestions(approval.arguments);
  const server = /^mcp:(.*)$/.exec(approval.tool.source ?? "")?.[1];
  const attempt = attempts.get(approval.id);
  const problem = pending || attempt?.late ? attempt?.problem : null;
  const look = looks[approval.status];

  useEffect(() => {
    if (expired) checkAgain();
  }, [expired, checkAgain]);

  return (
    <div
      ref={card}
      data-approval-card
      className={cx(
        "flex animate-appear scroll-my-3 flex-col overflow-hidden rounded-[14px] border bg-card shadow-raised",
        look.border,
      )}
    >
      <fieldset
        aria-label={pending ? "Question for you" : `Question: ${questionStateWord(approval.status)}`}
        className="flex min-w-0 flex-1 flex-col"
      >
        <div
          className={cx("flex flex-wrap items-center gap-x-2.5 gap-y-1 border-b px-4 py-2.5", look.ground)}
        >
          <h2
            tabIndex={-1}
            data-approval-heading={approval.id}
            data-pending={pending || undefined}
            className={cx("rounded-sm font-semibold", look.word)}
          >
            {pending ? "Question for you" : `Question ${questionStateWord(approval.status)}`}
          </h2>
          {server !== undefined && (
            <span className="text-soft text-sm">
              from the server <VisibleText text={server} />, in the middle of a call
            </span>
          )}
          {server === undefined && approval.tool.name !== "ask_user" && (
            <Chip>
              <VisibleText text={approval.tool.name} />
            </Chip>
          )}
          {pending && (
            <span className="ml-auto">
              <TimeLeft expiresAt={approval.expiresAt} left={left} />
            </span>
          )}
        </div>
        {asked ? (
          <AnswerForm approval={approval} questions={questions} expired={expired} />
        ) : (
          <AnswersGiven approval={approval} questions={questions} />
        )}
        {problem && (
          <p role="alert" className="px-4 pb-3 text-red text-sm">
            {problem}
          </p>
        )}
      </fieldset>
    </div>
  );
}
