"use client";

import { useEffect, useMemo, useRef } from "react";
import { ProgressProvider } from "@/components/approvals/call-progress";
import { DecisionsProvider } from "@/components/approvals/decisions";
import { useSendDecisions } from "@/components/approvals/use-send-decisions";
import { QuestionsInCalls } from "@/components/questions/questions-in-calls";
import { api } from "@/components/shell/api";
import { PageHeader } from "@/components/shell/page-header";
import { usePageTitle } from "@/components/shell/page-title";
import { ToolPicker } from "@/components/tool-picker/tool-picker";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { WorkspaceButton } from "@/components/workspace/workspace-button";
import { Composer } from "./composer";
import { LoadingMessages, MissingConversation } from "./conversation-places";
import { ReturnedText, withoutSent } from "./draft-text";
import { withStreamed } from "./merge-view";
import { MessageList } from "./message-list";
import type { QueuedText } from "./message-types";
import { ModelPill } from "./model-pill";
import { NewCardsAnnounced } from "./new-cards";
import { pendingApprovals } from "./pending-approvals";
import { Queued } from "./queued-text";
import { nothingStreamed } from "./reduce-chunk";
import { RunEnd, RunStatusLine } from "./run-status";
import { useConversation } from "./use-conversation";
import { useDraft } from "./use-draft";
import { useSending } from "./use-sending";

export function Conversation({ id }: { id: string }) {
  const { store, state, typing } = useConversation(id);
  const { view, streamed, answered } = state;
  const sending = useSending(id, store);
  const [draft, setDraft] = useDraft(id);
  const returned = useMemo(() => new ReturnedText(setDraft), [setDraft]);
  const field = useRef<HTMLTextAreaElement>(null);
  const decisions = useSendDecisions({
    answered,
    onAnswered: store.decided,
    checkAgain: store.readAnew,
    readings: state.readings,
  });
  usePageTitle(view?.title ?? null);
  useEffect(() => {
    if (typing) field.current?.focus();
  }, [typing]);

  const saved = view?.messages;
  const messages = useMemo(() => withStreamed(saved ?? [], streamed), [saved, streamed]);
  const inMessages = useMemo(() => pendingApprovals(messages, answered), [messages, answered]);
  const asked = (view?.approvals ?? []).filter(({ runId }) => runId === null);
  const unanswered = asked.filter((approval) => !answered.has(approval.id));
  const pending = [...inMessages, ...unanswered];
  // No typed word answers a question.
  const decidable = inMessages.filter(({ kind }) => kind === "approval");
  const run = view?.run ?? null;
  const active = run?.state === "running" || run?.state === "waiting";
  const queued = view?.queued ?? null;

  if (state.missing) return <MissingConversation />;

  // A text leaves the draft only when the server has it: a reload in between loses nothing.
  const send = async () => {
    if ((await sending.send(draft, decidable)) !== "done") return;
    setDraft((now) => withoutSent(now, draft));
  };
  const sendQueued = async (shown: QueuedText) => {
    if (inMessages.length > 0) await sending.sendInstead(shown.text);
    else await sending.sendKept(shown, returned);
  };
  const editQueued = async (shown: QueuedText) => {
    if ((await sending.editQueued(shown, returned)) === "done") field.current?.focus();
  };
  const chooseTools = async (tools: string[] | null) => {
    await api(`/conversations/${id}`, { method: "PATCH", body: { tools } });
    store.changed({ tools });
  };

  return (
    <DecisionsProvider value={decisions}>
      <ProgressProvider value={streamed?.progress ?? nothingStreamed.progress}>
        <div className="flex h-full min-h-0 flex-col">
          <PageHeader title={view?.title || "New chat"}>
            <ModelPill model={view?.model ?? null} onChoose={view ? sending.chooseModel : null} />
            {view && <ToolPicker chosen={view.tools ?? null} onChoose={chooseTools} />}
            <WorkspaceButton />
          </PageHeader>
          <MessageList
            messages={messages}
            activeRunId={active ? run.id : null}
            hasEarlier={Boolean(view?.previousCursor)}
            loadingEarlier={state.loadingEarlier}
            earlierError={state.earlierError}
            onLoadEarlier={store.loadEarlier}
          >
            {!view && !state.error && <LoadingMessages />}
            {state.error && (
              <Notice
                action={
                  <Button size="sm" onClick={store.refresh}>
                    Try again
                  </Button>
                }
              >
                {state.error}
              </Notice>
            )}
            <QuestionsInCalls asked={asked} />
            <RunEnd
              run={run}
              told={messages.at(-1)?.parts.at(-1)?.type === "data-notice"}
              busy={sending.busy === "retry"}
              onRetry={() => run && sending.retry(run.id)}
            />
            <RunStatusLine run={run} status={streamed?.status ?? null} asked={unanswered.length > 0} />
          </MessageList>
          <NewCardsAnnounced pending={pending} />
          <div className="mx-auto flex w-full max-w-[800px] flex-col gap-2 px-3 pb-4 md:px-5">
            {queued && (
              <Queued
                queued={queued}
                pendingCount={inMessages.length}
                active={active}
                kept={!active || queued.at < run.startedAt}
                sendingNow={sending.texting === "send-now"}
                busy={sending.texting !== null}
                onSendNow={() => sendQueued(queued)}
                onEdit={() => editQueued(queued)}
                onRemove={() => sending.removeQueued(queued)}
              />
            )}
            <Composer
              field={field}
              text={draft}
              onTextChange={(text) => setDraft(() => text)}
              onSend={send}
              sending={sending.texting !== null}
              problem={sending.problem}
              pendingCount={decidable.length}
              active={active}
              queued={queued !== null}
              stopping={sending.busy === "stop"}
              onStop={() => run && sending.stop(run.id)}
            />
          </div>
        </div>
      </ProgressProvider>
    </DecisionsProvider>
  );
}
