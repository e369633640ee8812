import { decidedBy } from "@/components/approvals/decided-by";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import type { Approval } from "@/lib/approvals/schema";
import type { Question } from "@/lib/policy/questions";
import { questionStateWord } from "./question-words";

/** What was asked and what was said to it; without an answer, that the agent went on without one. */
export function AnswersGiven({ approval, questions }: { approval: Approval; questions: Question[] }) {
  const answers = approval.decisions.at(-1)?.answers ?? null;
  return (
    <>
      <dl className="flex flex-col gap-3 px-4 py-3.5 [overflow-wrap:anywhere]">
        {questions.map(({ question }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call's questions never change, and two may be alike
          <div key={index}>
            <dt className="text-soft">
              <VisibleText text={question} />
            </dt>
            <dd className="font-medium whitespace-pre-wrap">
              {answers?.[index]?.length ? (
                <VisibleText text={answers[index].join(", ")} />
              ) : (
                <span className="font-normal text-faint">No answer</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <div className="mt-auto border-t px-4 py-3">
        <AnsweredBy approval={approval} />
      </div>
    </>
  );
}

export function AnsweredBy({ approval }: { approval: Approval }) {
  const decision = approval.decisions.at(-1);
  const by = decision && decidedBy(decision);
  const word = questionStateWord(approval.status);
  return (
    <p className="flex min-h-9 items-center text-soft">
      <span className="[overflow-wrap:anywhere]">
        {word.charAt(0).toUpperCase() + word.slice(1)}
        {by && (
          <>
            {" "}
            <VisibleText text={by} />
          </>
        )}
        {decision && (
          <>
            , <Time at={decision.at} />
          </>
        )}
        {decision?.reason && (
          <>
            : <q className="text-fg">{<VisibleText text={decision.reason} />}</q>
          </>
        )}
      </span>
    </p>
  );
}
