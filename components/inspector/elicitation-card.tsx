"use client";

import { useLayoutEffect, useRef, useState } from "react";
import { CodeBox } from "@/components/approvals/code-box";
import { JsonView } from "@/components/approvals/json-view";
import { Question } from "@/components/approvals/question";
import { useSettled } from "@/components/approvals/use-settled";
import { errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import type { Elicitation } from "./inspector-types";

type Props = {
  elicitation: Elicitation;
  onAnswer: (action: "accept" | "decline") => Promise<void>;
};

/** What an outside client shows when a call asks in its middle. */
export function ElicitationCard({ elicitation, onAnswer }: Props) {
  const [busy, setBusy] = useState<"accept" | "decline" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { settled, isMeant, onPointerEnter } = useSettled(elicitation.id);
  const card = useRef<HTMLFieldSetElement>(null);
  // In braces: newer browsers give a promise back, which is no cleanup.
  useLayoutEffect(() => {
    card.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const answer = async (action: "accept" | "decline") => {
    setBusy(action);
    setProblem(null);
    try {
      await onAnswer(action);
    } catch (error) {
      setProblem(errorSentence(error));
      setBusy(null);
    }
  };
  const asksFor = Object.keys((elicitation.schema?.properties as object | undefined) ?? {}).length > 0;
  return (
    <fieldset
      ref={card}
      aria-label="Elicitation"
      className="flex min-w-0 animate-appear flex-col overflow-hidden rounded-[14px] border border-amber-line bg-card shadow-raised"
    >
      <p className="border-amber-line border-b bg-amber-bg px-4 py-2.5 font-semibold text-amber">
        Elicitation
      </p>
      <div className="flex flex-col gap-3 px-4 py-3.5">
        <Question text={elicitation.message} />
        {asksFor && (
          <CodeBox label="What it asks for">
            <JsonView value={elicitation.schema} />
          </CodeBox>
        )}
        <p className="text-soft text-sm">
          This is what a client sees.{" "}
          {asksFor
            ? "It asks for values; the inspector can only agree or not."
            : "It asks for no values: accepting runs the call."}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 border-t px-4 py-3">
        <Button
          variant="primary"
          busy={busy === "accept"}
          aria-disabled={!settled || busy !== null}
          onPointerEnter={onPointerEnter}
          onClick={(event) => busy === null && isMeant(event) && answer("accept")}
          className="max-sm:flex-1"
        >
          Accept
        </Button>
        <Button
          busy={busy === "decline"}
          aria-disabled={busy !== null}
          onClick={() => busy === null && answer("decline")}
          className="max-sm:flex-1"
        >
          Decline
        </Button>
        {problem && (
          <span role="alert" className="text-red text-sm">
            {problem}
          </span>
        )}
      </div>
    </fieldset>
  );
}
