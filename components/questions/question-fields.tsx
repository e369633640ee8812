"use client";

import { useId } from "react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Label, Textarea } from "@/components/ui/input";
import { VisibleText } from "@/components/ui/visible-text";
import type { Question } from "@/lib/policy/questions";
import { type AnswerDraft, choose, write } from "./answer-draft";

type QuestionFieldsProps = {
  question: Question;
  draft: AnswerDraft;
  /** Why what was filled in is no answer to it. */
  misfit: string | null;
  disabled: boolean;
  onChange: (draft: AnswerDraft) => void;
};

/** One question: its choices, and a place for words of one's own where they are an answer. */
export function QuestionFields({ question, draft, misfit, disabled, onChange }: QuestionFieldsProps) {
  const id = useId();
  const { choices, multiple } = question;
  const ownWords = question.answer !== "choice" || choices.length === 0;
  const clearable = question.optional && !multiple && choices.length > 0;
  const numeric = question.answer === "number" || question.answer === "integer";
  return (
    <fieldset className="flex min-w-0 flex-col gap-2" disabled={disabled}>
      <legend className="mb-2 font-medium text-md [overflow-wrap:anywhere]">
        <VisibleText text={question.question} />
        {choices.length > 0 && (
          <span className="ml-2 font-normal text-soft text-xs">
            {multiple ? "any number of these" : "one of these"}
          </span>
        )}
        {question.optional && <span className="ml-2 font-normal text-soft text-xs">may be left empty</span>}
      </legend>
      {choices.length > 0 && (
        <div className="flex flex-col gap-1.5">
          {choices.map((choice) => (
            <label
              key={choice}
              className="flex cursor-pointer items-start gap-2.5 rounded-lg border px-3 py-2 transition-colors hover:bg-hover has-checked:border-ink has-checked:bg-panel has-disabled:cursor-default"
            >
              <input
                type={multiple ? "checkbox" : "radio"}
                name={id}
                checked={draft.chosen.includes(choice)}
                onChange={(event) => onChange(choose(draft, choice, event.target.checked, question))}
                className="mt-1 size-3.5 shrink-0 accent-ink"
              />
              <span className="min-w-0 [overflow-wrap:anywhere]">
                <VisibleText text={choice} />
              </span>
            </label>
          ))}
          {clearable && (
            <Button
              size="sm"
              variant="ghost"
              disabled={disabled}
              aria-disabled={draft.chosen.length === 0}
              onClick={() => onChange({ ...draft, chosen: [] })}
              className="self-start"
            >
              Choose none
            </Button>
          )}
        </div>
      )}
      {ownWords && (
        <div className="flex flex-col gap-1.5">
          <Label htmlFor={`${id}-words`} className={choices.length > 0 ? "font-normal text-soft" : ""}>
            Your answer
          </Label>
          <Textarea
            id={`${id}-words`}
            rows={1}
            className="disabled:opacity-100!"
            maxLength={10_000}
            value={draft.written}
            placeholder={choices.length > 0 && !disabled ? "Or in your own words" : undefined}
            aria-invalid={misfit !== null}
            aria-describedby={numeric ? `${id}-hint` : undefined}
            onChange={(event) => onChange(write(draft, event.target.value, question))}
          />
          {numeric && (
            <p id={`${id}-hint`} className={cx("text-xs", misfit ? "text-red" : "text-soft")}>
              {question.answer === "integer" ? "A whole number, in digits." : "A number, in digits."}
            </p>
          )}
        </div>
      )}
    </fieldset>
  );
}
