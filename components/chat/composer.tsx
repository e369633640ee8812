"use client";

import { type RefObject, useId } from "react";
import { Button } from "@/components/ui/button";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import { composerField } from "./composer-field";
import { composerHint, composerPlaceholder, isTooLarge } from "./composer-hint";

type ComposerProps = {
  text: string;
  onTextChange: (text: string) => void;
  onSend: () => void;
  sending: boolean;
  problem: string | null;
  pendingCount: number;
  active: boolean;
  queued: boolean;
  stopping: boolean;
  onStop: () => void;
  field: RefObject<HTMLTextAreaElement | null>;
};

/** Always open. Enter sends, Shift+Enter breaks the line; in an IME composition Enter belongs to the composition. */
export function Composer(props: ComposerProps) {
  const { text, onTextChange, onSend, sending, pendingCount, active } = props;
  const hintId = useId();
  const tooLarge = isTooLarge(text);
  const canSend = text.trim() !== "" && !tooLarge && !sending;
  const problem = tooLarge ? "Too long to send: a message has at most 100 kB." : props.problem;
  return (
    <form
      className="rounded-[14px] border bg-card shadow-raised transition-colors has-[textarea:focus]:border-soft"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend();
      }}
    >
      <textarea
        ref={props.field}
        data-composer
        aria-label="Message"
        aria-describedby={hintId}
        rows={1}
        value={text}
        placeholder={composerPlaceholder(pendingCount)}
        onChange={(event) => onTextChange(event.target.value)}
        onKeyDown={(event) => {
          // Safari ends a composition before it tells of its Enter, and marks that Enter only by this code.
          const composing = event.nativeEvent.isComposing || event.keyCode === 229;
          if (event.key !== "Enter" || event.shiftKey || composing) return;
          event.preventDefault();
          if (canSend) onSend();
        }}
        className="field-sizing-content block max-h-[40vh] min-h-11 w-full resize-none bg-transparent px-3.5 pt-3 outline-hidden"
      />
      <div className="flex items-center gap-2 px-2.5 pb-2.5 pl-3.5">
        <p id={hintId} className="mr-auto min-w-0 text-faint text-sm" aria-live="polite">
          {problem ? <span className="text-red">{problem}</span> : composerHint(text, props)}
        </p>
        {active && (
          <HandsFocusOn to={composerField}>
            <Button variant="ghost" busy={props.stopping} onClick={props.onStop}>
              Stop
            </Button>
          </HandsFocusOn>
        )}
        <Button type="submit" variant="primary" busy={sending} aria-disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  );
}
