"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { api, errorSentence } from "./api";
import { appendPage, type ConversationPage, mergeFirstPage } from "./conversation-list";
import { useReading } from "./events-provider";
import { Rereading } from "./rereading";

type Conversations = {
  page: ConversationPage | null;
  error: string | null;
  search: string;
  setSearch: (search: string) => void;
  loadMore: () => void;
  refresh: () => void;
  /** Over all conversations. */
  pendingApprovals: number;
};

const pageSize = 40;
/** Events come in bursts (a run starts, asks, rests): one reading is enough for all of them. */
const coalesceMilliseconds = 200;

const ConversationsContext = createContext<Conversations | null>(null);

export function ConversationsProvider({ children }: { children: ReactNode }) {
  const [page, setPage] = useState<ConversationPage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const [pendingApprovals, setPendingApprovals] = useState(0);
  const shown = useRef({ search, page });
  useEffect(() => {
    shown.current = { search, page };
  }, [search, page]);

  const [reader] = useState(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let loadingMore = false;
    const get = (signal?: AbortSignal, cursor?: string) =>
      api<ConversationPage>("/conversations", {
        query: { search: shown.current.search, limit: pageSize, cursor },
        signal,
      });
    const list = new Rereading<ConversationPage>({
      get,
      show: (answer) => {
        setError(null);
        setPage((known) => (known ? mergeFirstPage(answer, known) : answer));
      },
      failed: (problem) => setError(errorSentence(problem)),
    });
    const pending = new Rereading<{ total: number }>({
      get: (signal) => api("/approvals", { query: { status: "pending", limit: 1 }, signal }),
      show: ({ total }) => setPendingApprovals(total),
      // The list's own reading tells the person; the count stays as it was.
      failed: () => {},
    });
    const now = () => {
      list.again();
      pending.again();
    };
    return {
      now,
      soon: () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          now();
        }, coalesceMilliseconds);
      },
      search: list.anew,
      more: async () => {
        const cursor = shown.current.page?.nextCursor;
        if (loadingMore || !cursor) return;
        loadingMore = true;
        try {
          const next = await get(undefined, cursor);
          // Another list, or a longer one, may stand there by now.
          setPage((known) => (known?.nextCursor === cursor ? appendPage(known, next) : known));
        } catch (problem) {
          setError(errorSentence(problem));
        }
        loadingMore = false;
      },
      stop: () => {
        clearTimeout(timer);
        timer = undefined;
        list.stop();
        pending.stop();
      },
    };
  });

  useEffect(() => reader.stop, [reader]);
  useReading(reader.now, reader.soon);

  const value = useMemo<Conversations>(
    () => ({
      page,
      error,
      search,
      setSearch: (wanted) => {
        shown.current = { search: wanted, page: null };
        setSearch(wanted);
        setPage(null);
        reader.search();
      },
      loadMore: reader.more,
      refresh: reader.soon,
      pendingApprovals,
    }),
    [page, error, search, pendingApprovals, reader],
  );
  return <ConversationsContext value={value}>{children}</ConversationsContext>;
}

export function useConversations(): Conversations {
  const conversations = useContext(ConversationsContext);
  if (!conversations) throw new Error("Conversations are read inside ConversationsProvider.");
  return conversations;
}
