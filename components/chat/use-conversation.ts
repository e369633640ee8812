"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { useReading } from "@/components/shell/events-provider";
import { type ConversationState, ConversationStore } from "./conversation-store";
import type { ConversationView } from "./message-types";

/** A conversation that this page has just begun: shown at once where it goes on, not loaded first. */
let begun: { view: ConversationView; typing: boolean } | null = null;

/** `typing`: the focus was in the composer, and goes on there. */
export function handOver(view: ConversationView, typing: boolean): void {
  begun = { view, typing };
}

type OpenConversation = { store: ConversationStore; state: ConversationState; typing: boolean };

export function useConversation(id: string): OpenConversation {
  const [handed] = useState(() => (begun?.view.id === id ? begun : null));
  const [store] = useState(() => new ConversationStore(id, handed?.view ?? null));
  const state = useSyncExternalStore(store.subscribe, store.state, store.state);

  // Shown once: whoever comes back later finds what is there then.
  useEffect(() => {
    begun = null;
  }, []);
  useEffect(() => store.open(), [store]);
  useReading(store.refresh, (event) => {
    if (event.conversationId === id) store.refresh();
  });

  return { store, state, typing: handed?.typing ?? false };
}
