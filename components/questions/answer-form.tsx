"use client";

import { useState } from "react";
import { useDecisions } from "@/components/approvals/decisions";
import { headingOf } from "@/components/approvals/focus-next-card";
import { useSettled } from "@/components/approvals/use-settled";
import { Button } from "@/components/ui/button";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import type { Approval } from "@/lib/approvals/schema";
import { misfitOfOne, type Question } from "@/lib/policy/questions";
import { type AnswerDraft, answersOf, draftOf, emptyDraft } from "./answer-draft";
import { AnsweredBy } from "./answers-given";
import { QuestionFields } from "./question-fields";

type AnswerFormProps = { approval: Approval; questions: Question[]; expired: boolean };

/** Nothing is sent until every question that needs one has an answer; Skip sends none. Decided, it shows what was sent. */
export function AnswerForm({ approval, questions, expired }: AnswerFormProps) {
  const { attempts, decide, answer } = useDecisions();
  const [drafts, setDrafts] = useState<AnswerDraft[]>(() => questions.map(() => emptyDraft));
  const pending = approval.status === "pending";
  const given = pending ? null : (approval.decisions.at(-1)?.answers ?? []);
  const { settled, isMeant, onPointerEnter } = useSettled(approval.id);
  const sending = attempts.get(approval.id)?.sending ?? null;
  const shown = questions.map((question, index) =>
    given ? draftOf(given[index] ?? [], question) : (drafts[index] ?? emptyDraft),
  );
  const answers = questions.map((question, index) => answersOf(drafts[index] ?? emptyDraft, question));
  const misfits = questions.map((question, index) => misfitOfOne(question, answers[index] ?? []));
  const open = misfits.filter((misfit) => misfit !== null).length;
  const ready = open === 0 && questions.length > 0 && sending === null && !expired;
  const closed = expired || !pending;
  const heading = () => headingOf(approval.id);

  return (
    <>
      <div className="flex flex-col gap-5 px-4 py-3.5">
        {/* Made anew when they close: a field that is only disabled lets go of the focus before it can be handed on. */}
        <HandsFocusOn key={`${closed}`} to={heading}>
          {questions.map((question, index) => (
            <QuestionFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a call's questions never change, and two may be alike
              key={index}
              question={question}
              draft={shown[index] ?? emptyDraft}
              misfit={answers[index]?.length ? (misfits[index] ?? null) : null}
              disabled={closed}
              onChange={(draft) => setDrafts((known) => known.with(index, draft))}
            />
          ))}
        </HandsFocusOn>
        {questions.length === 0 && <p className="text-soft">This question cannot be shown. Skip it.</p>}
      </div>
      {!pending && (
        <div className="mt-auto border-t px-4 py-3">
          <AnsweredBy approval={approval} />
        </div>
      )}
      {pending && (
        <div className="mt-auto flex flex-wrap items-center gap-2 border-t px-4 py-3">
          <HandsFocusOn to={heading}>
            <Button
              variant="primary"
              busy={sending === "answer"}
              aria-disabled={!ready || !settled}
              onPointerEnter={onPointerEnter}
              onClick={(event) => isMeant(event) && ready && answer(approval, answers)}
              className="max-sm:flex-1"
            >
              Answer
            </Button>
            <Button
              busy={sending === "reject"}
              aria-disabled={expired || sending !== null || !settled}
              onPointerEnter={onPointerEnter}
              onClick={(event) => !expired && isMeant(event) && decide(approval, "reject", "")}
              className="max-sm:flex-1"
            >
              Skip
            </Button>
          </HandsFocusOn>
          {open > 0 && questions.length > 1 && (
            <span className="ml-auto text-sm text-soft tabular-nums max-sm:w-full">
              {open === 1 ? "1 answer is missing" : `${open} answers are missing`}
            </span>
          )}
        </div>
      )}
    </>
  );
}
