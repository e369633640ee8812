import type { Question } from "@/lib/policy/questions";

/** What a person has chosen and written so far for one question. */
export type AnswerDraft = { chosen: string[]; written: string };

export const emptyDraft: AnswerDraft = { chosen: [], written: "" };

/** Of a single choice only one stands: choosing takes back what was written. */
export function choose(
  draft: AnswerDraft,
  choice: string,
  on: boolean,
  { multiple }: Pick<Question, "multiple">,
): AnswerDraft {
  if (!multiple) return { chosen: on ? [choice] : [], written: "" };
  const others = draft.chosen.filter((known) => known !== choice);
  return { ...draft, chosen: on ? [...others, choice] : others };
}

export function write(
  draft: AnswerDraft,
  written: string,
  { multiple }: Pick<Question, "multiple">,
): AnswerDraft {
  return { chosen: multiple || written.trim() === "" ? draft.chosen : [], written };
}

/** The answers in the order of the choices, words of one's own last. */
export function answersOf(draft: AnswerDraft, { choices }: Pick<Question, "choices">): string[] {
  const chosen = choices.filter((choice) => draft.chosen.includes(choice));
  const written = draft.written.trim();
  return [...new Set(written === "" ? chosen : [...chosen, written])];
}

/** What was answered, as the fields show it. */
export function draftOf(answers: readonly string[], { choices }: Pick<Question, "choices">): AnswerDraft {
  const chosen = answers.filter((answer) => choices.includes(answer));
  return { chosen, written: answers.filter((answer) => !choices.includes(answer)).join(", ") };
}
