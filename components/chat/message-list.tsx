"use client";

import { ArrowDown } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { AssistantMessage } from "./assistant-message";
import type { ChatMessage } from "./message-types";
import { useFoldedBefore } from "./use-folded-before";
import { useStickToBottom } from "./use-stick-to-bottom";
import { UserMessage } from "./user-message";

type MessageListProps = {
  messages: ChatMessage[];
  /** The run that works or waits, if one does. */
  activeRunId: string | null;
  hasEarlier: boolean;
  loadingEarlier: boolean;
  earlierError: string | null;
  onLoadEarlier: () => void;
  /** What follows the last message: the run's status, its error. */
  children: ReactNode;
};

/** A run's one answer keeps its key from the first streamed word on, so that its cards keep their state. */
function keyOf(message: ChatMessage): string {
  const runId = message.role === "assistant" ? message.metadata?.runId : null;
  return runId ? `run ${runId}` : message.id;
}

export function MessageList(props: MessageListProps) {
  const { messages, activeRunId, hasEarlier, loadingEarlier, earlierError, onLoadEarlier, children } = props;
  const first = messages[0];
  const { scroller, content, atBottom, jumpToBottom } = useStickToBottom(first && keyOf(first));
  const lastOwn = messages.findLast(({ role }) => role === "user");
  const foldedBefore = useFoldedBefore(lastOwn?.id, atBottom);
  const foldedCount = messages.findIndex(({ id }) => id === foldedBefore);
  return (
    <>
      <section
        ref={scroller}
        aria-label="Messages"
        data-message-scroller
        data-follows-end
        className="relative min-h-0 flex-1 overflow-y-auto px-3 [overflow-anchor:none] sm:has-[[data-sticks]]:scroll-pt-13 md:px-5"
      >
        <div ref={content} className="mx-auto flex max-w-[760px] flex-col gap-2.5 pt-5 pb-1 md:pt-6">
          {hasEarlier && <Earlier loading={loadingEarlier} error={earlierError} onLoad={onLoadEarlier} />}
          {messages.map((message, index) =>
            message.role === "user" ? (
              <UserMessage key={keyOf(message)} message={message} />
            ) : (
              <AssistantMessage
                key={keyOf(message)}
                message={message}
                working={activeRunId !== null && message.metadata?.runId === activeRunId}
                past={index < foldedCount}
              />
            ),
          )}
          {children}
        </div>
      </section>
      {/* As high with the button as without it, and below the list: it covers no card, and nothing moves. */}
      <div className="mx-auto flex h-8 w-full max-w-[800px] shrink-0 items-center justify-end px-3 md:px-5">
        {!atBottom && (
          <Button size="sm" onClick={jumpToBottom} className="animate-appear">
            <ArrowDown aria-hidden="true" className="size-3.5" />
            Jump to latest
          </Button>
        )}
      </div>
    </>
  );
}

type EarlierProps = { loading: boolean; error: string | null; onLoad: () => void };

/**
 * Loads by itself when the reader comes near, and by its button for those who do not scroll; after a failure only by the
 * button, for the reader is still near.
 */
function Earlier({ loading, error, onLoad }: EarlierProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(onLoad);
  useEffect(() => {
    latest.current = onLoad;
  });
  const byItself = !loading && error === null;
  useEffect(() => {
    if (!place.current || !byItself) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current());
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [byItself]);
  return (
    <div ref={place} className="flex flex-col items-center gap-2 pb-2">
      {error && <Notice>{error}</Notice>}
      <Button size="sm" variant="ghost" busy={loading} onClick={onLoad}>
        Show earlier messages
      </Button>
    </div>
  );
}
