"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { api, errorSentence } from "./api";
import { appendPage, type ConversationPage, mergeFirstPage } from "./conversation-list";
import { useReading } from "./events-provider";

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

    const read = async (wanted: string, cursor?: string) => {
      try {
        const answer = await api<ConversationPage>("/conversations", {
          query: { search: wanted, limit: pageSize, cursor },
        });
        if (shown.current.search !== wanted) return;
        setError(null);
        setPage((known) => {
          if (!known) return answer;
          return cursor ? appendPage(known, answer) : mergeFirstPage(answer, known);
        });
      } catch (problem) {
        if (shown.current.search === wanted) setError(errorSentence(problem));
      }
    };
    const readPending = async () => {
      try {
        const query = { status: "pending", limit: 1 };
        setPendingApprovals((await api<{ total: number }>("/approvals", { query })).total);
      } catch {
        // The list's own reading tells the person; the count stays as it was.
      }
    };
    return {
      now: () => void Promise.all([read(shown.current.search), readPending()]),
      soon: () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          void read(shown.current.search);
          void readPending();
        }, coalesceMilliseconds);
      },
      search: (wanted: string) => void read(wanted),
      more: async () => {
        const { search: wanted, page: known } = shown.current;
        if (loadingMore || !known?.nextCursor) return;
        loadingMore = true;
        await read(wanted, known.nextCursor);
        loadingMore = false;
      },
      stop: () => clearTimeout(timer),
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
        reader.search(wanted);
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
