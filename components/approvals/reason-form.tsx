"use client";

import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Label, Textarea } from "@/components/ui/input";

type ReasonFormProps = {
  label: string;
  hint: string;
  busy: boolean;
  reason: string;
  onReasonChange: (reason: string) => void;
  /** The button that decides. */
  confirm: ReactNode;
  onCancel: () => void;
};

/** Words that go with a decision. No key decides while they are written: Enter breaks the line, Escape leaves. */
export function ReasonForm(props: ReasonFormProps) {
  const id = useId();
  const form = useRef<HTMLDivElement>(null);
  // The focus brings only the field into view; what decides stands below it.
  useLayoutEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div ref={form} data-reason-form className="flex scroll-mb-14 flex-col gap-2.5">
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={id}>{props.label}</Label>
        <Textarea
          id={id}
          autoFocus
          maxLength={10_000}
          value={props.reason}
          onChange={(event) => props.onReasonChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape" && !event.nativeEvent.isComposing && !props.busy) props.onCancel();
          }}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {props.confirm}
        <Button onClick={props.onCancel} disabled={props.busy}>
          Cancel
        </Button>
        <span className="ml-auto text-sm text-soft max-sm:w-full">{props.hint}</span>
      </div>
    </div>
  );
}
