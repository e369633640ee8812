"use client";

import { Conversation } from "./conversation";
import { NewConversation } from "./new-conversation";

export function Chat({ conversationId }: { conversationId: string | null }) {
  return conversationId === null ? (
    <NewConversation />
  ) : (
    <Conversation key={conversationId} id={conversationId} />
  );
}
