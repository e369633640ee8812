"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { api } from "@/components/shell/api";
import { useConversations } from "@/components/shell/conversations-provider";
import { PageHeader } from "@/components/shell/page-header";
import { usePageTitle } from "@/components/shell/page-title";
import { WorkspaceButton } from "@/components/workspace/workspace-button";
import { demoSuggestions } from "@/lib/models/demo/suggestions";
import { Composer } from "./composer";
import { withoutSent, withReturned } from "./draft-text";
import { messageBody } from "./message-body";
import type { ConversationView } from "./message-types";
import { ModelPill } from "./model-pill";
import { handOver } from "./use-conversation";
import { useDraft } from "./use-draft";
import { useProblem } from "./use-problem";
import type { SendAnswer } from "./use-sending";

type Created = Pick<ConversationView, "id" | "title" | "mode" | "model">;

/** The empty page: what this is, four things to try, and the composer. */
export function NewConversation() {
  const router = useRouter();
  const { refresh } = useConversations();
  const field = useRef<HTMLTextAreaElement>(null);
  const created = useRef<Created | null>(null);
  const [draft, setDraft] = useDraft(null);
  const [model, setModel] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  const { problem, failed, clearProblem } = useProblem();
  usePageTitle(null);

  // Where the focus opens no keyboard over half the screen.
  useEffect(() => {
    if (matchMedia("(pointer: fine)").matches) field.current?.focus();
  }, []);

  /** The conversation that an earlier try made is taken again, with the model that is chosen now. */
  const begin = async (): Promise<Created> => {
    const body = model ? { model } : {};
    const known = created.current;
    if (known && (model === null || known.model === model)) return known;
    const path = known ? `/conversations/${known.id}` : "/conversations";
    created.current = await api<Created>(path, { method: known ? "PATCH" : "POST", body });
    return created.current;
  };

  const send = async (text: string) => {
    const typing = document.activeElement === field.current;
    setDraft((now) => withReturned(now, text));
    setSending(true);
    clearProblem();
    try {
      const conversation = await begin();
      const answer = await api<SendAnswer>(`/conversations/${conversation.id}/messages`, {
        method: "POST",
        body: messageBody(text, []),
      });
      setDraft((now) => withoutSent(now, text));
      if ("run" in answer) {
        const { message, run } = answer;
        const view = { ...conversation, messages: [message], previousCursor: null, run };
        handOver({ ...view, tools: null, approvals: [], queued: null }, typing);
      }
      refresh();
      router.push(`/c/${conversation.id}`);
    } catch (error) {
      failed(error);
      setSending(false);
    }
  };

  return (
    <div className="flex h-full min-h-0 flex-col">
      <PageHeader title="New chat">
        <ModelPill model={model} onChoose={setModel} />
        <WorkspaceButton />
      </PageHeader>
      <div className="relative flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-3 md:px-5">
        <div className="my-auto flex w-full max-w-[640px] flex-col gap-6 py-8">
          <div className="flex flex-col gap-2 text-center">
            <h2 className="text-balance font-semibold text-xl tracking-tight">What should the agent do?</h2>
            <p className="text-balance text-md text-soft">
              Chat with an agent that works in your workspace; whatever has consequences waits for your
              approval.
            </p>
          </div>
          <ul className="grid gap-2 sm:grid-cols-2">
            {demoSuggestions.map(({ label, text }) => (
              <li key={text}>
                <button
                  type="button"
                  disabled={sending}
                  onClick={() => send(text)}
                  className="flex size-full flex-col gap-0.5 rounded-xl border bg-card px-3.5 py-3 text-left transition-colors hover:border-line-strong hover:bg-hover disabled:opacity-55"
                >
                  <span className="text-soft text-xs">{label}</span>
                  <span className="font-medium">{text}</span>
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="mx-auto w-full max-w-[800px] px-3 pt-2 pb-4 md:px-5">
        <Composer
          field={field}
          text={draft}
          onTextChange={(text) => setDraft(() => text)}
          onSend={() => send(draft)}
          sending={sending}
          problem={problem}
          pendingCount={0}
          active={false}
          queued={false}
          stopping={false}
          onStop={() => {}}
        />
      </div>
    </div>
  );
}
