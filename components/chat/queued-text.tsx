import { Button } from "@/components/ui/button";
import { HandsFocusOn } from "@/components/ui/hands-focus-on";
import { VisibleText } from "@/components/ui/visible-text";
import { composerField } from "./composer-field";
import type { QueuedText } from "./message-types";

type QueuedProps = {
  queued: QueuedText;
  pendingCount: number;
  active: boolean;
  /** Of an earlier run that did not come to its end: no run sends it by itself. */
  kept: boolean;
  sendingNow: boolean;
  /** A text is on its way, this one or the composer's. */
  busy: boolean;
  onSendNow: () => void;
  onEdit: () => void;
  onRemove: () => void;
};

function queuedWords(kept: boolean, pendingCount: number): string {
  const when = kept ? "Kept: not sent." : "Queued: goes when this run is done.";
  return pendingCount > 0
    ? `${when} “Send now” rejects what waits, with this text as the reason, and stops this run.`
    : when;
}

/** The next message, kept until the run is done. */
export function Queued(props: QueuedProps) {
  const { queued, pendingCount, active, kept, busy, onSendNow, onEdit, onRemove } = props;
  return (
    <section
      aria-label="Queued message"
      className="flex animate-appear flex-col gap-1.5 rounded-xl border border-dashed bg-panel px-3.5 py-2.5"
    >
      <div className="flex items-center gap-1 max-sm:flex-wrap">
        <span className="mr-auto text-soft text-xs max-sm:w-full">{queuedWords(kept, pendingCount)}</span>
        <HandsFocusOn to={composerField}>
          {(pendingCount > 0 || !active) && (
            <Button size="sm" busy={props.sendingNow} aria-disabled={busy} onClick={onSendNow}>
              Send now
            </Button>
          )}
          <Button size="sm" variant="ghost" aria-disabled={busy} onClick={() => !busy && onEdit()}>
            Edit
          </Button>
          <Button size="sm" variant="ghost" aria-disabled={busy} onClick={() => !busy && onRemove()}>
            Remove
          </Button>
        </HandsFocusOn>
      </div>
      <p className="max-h-24 overflow-y-auto whitespace-pre-wrap [overflow-wrap:anywhere]">
        <VisibleText text={queued.text} />
      </p>
    </section>
  );
}
