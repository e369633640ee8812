import { ChevronRight, Info } from "lucide-react";
import { memo, useState } from "react";
import { CallGroup } from "@/components/approvals/call-group";
import { Markdown } from "@/components/markdown/markdown";
import { VisibleText } from "@/components/ui/visible-text";
import { type Block, groupParts, messageText } from "./group-parts";
import type { ChatMessage } from "./message-types";
import { MessageFoot } from "./user-message";

type AssistantMessageProps = {
  message: ChatMessage;
  /** Its run still works or waits. */
  working: boolean;
  /** Another message of the person follows, and nobody was reading here when it came. */
  past: boolean;
};

export const AssistantMessage = memo(function AssistantMessage({
  message,
  working,
  past,
}: AssistantMessageProps) {
  const blocks = groupParts(message);
  const text = messageText(message);
  // What was said until it asked may be wanted for days. Shown once, it stays: nothing moves when the run goes on.
  const [rested, setRested] = useState(false);
  if (!rested && text !== "" && asks(message)) setRested(true);
  if (blocks.length === 0) return null;
  return (
    <article aria-label="Agent" className="group flex min-w-0 flex-col gap-3">
      {blocks.map((block) => (
        <BlockView key={block.key} block={block} past={past} />
      ))}
      {(!working || rested) && <MessageFoot message={message} text={text} />}
    </article>
  );
});

function asks({ parts }: ChatMessage): boolean {
  return parts.some((part) => part.type === "data-call" && part.data.approval?.status === "pending");
}

function BlockView({ block, past }: { block: Block; past: boolean }) {
  switch (block.kind) {
    case "text":
      return <Markdown text={block.text} streaming={block.streaming} />;
    case "reasoning":
      return <Reasoning text={block.text} streaming={block.streaming} />;
    case "notice":
      return (
        <p className="flex items-start gap-2 text-sm text-soft">
          <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span>{block.notice.text}</span>
        </p>
      );
    case "calls":
      return <CallGroup calls={block.calls} past={past} />;
  }
}

function Reasoning({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <details className="group/reasoning text-soft">
      <summary className="inline-flex list-none items-center gap-1.5 rounded-sm text-sm hover:text-fg">
        <ChevronRight
          aria-hidden="true"
          className="size-3.5 transition-transform group-open/reasoning:rotate-90"
        />
        {streaming ? "Reasoning…" : "Reasoning"}
      </summary>
      <p className="mt-1.5 whitespace-pre-wrap border-l-2 pl-3.5 text-sm [overflow-wrap:anywhere]">
        <VisibleText text={text} />
      </p>
    </details>
  );
}
