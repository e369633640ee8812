"use client";

import { useCallback, useSyncExternalStore } from "react";
import { changeDraft, openDraft, readDraft } from "./draft-store";

type ChangeDraft = (change: (now: string) => string) => void;

/** What is being written, kept until it is sent: a reload or an error loses nothing. */
export function useDraft(conversationId: string | null): [string, ChangeDraft] {
  const key = conversationId ?? "new";
  const open = useCallback((listener: () => void) => openDraft(key, listener), [key]);
  const draft = useSyncExternalStore(
    open,
    () => readDraft(key),
    () => "",
  );
  const change = useCallback<ChangeDraft>((how) => changeDraft(key, how), [key]);
  return [draft, change];
}
