import { latestMessage } from "./latest-message";
import type { ChatMessage, ConversationView } from "./message-types";

/** A fresh reading of the last messages, joined to the earlier ones that are already on the page. */
export function mergeView(known: ConversationView | null, fresh: ConversationView): ConversationView {
  const first = fresh.messages[0];
  const seam = first ? (known?.messages.findIndex(({ id }) => id === first.id) ?? -1) : -1;
  if (!known || seam < 1) return fresh;
  return {
    ...fresh,
    messages: [...known.messages.slice(0, seam), ...fresh.messages],
    previousCursor: known.previousCursor,
  };
}

/** An earlier page, put before what is shown. */
export function prependPage(known: ConversationView, page: ConversationView): ConversationView {
  const shown = new Set(known.messages.map(({ id }) => id));
  return {
    ...known,
    messages: [...page.messages.filter(({ id }) => !shown.has(id)), ...known.messages],
    previousCursor: page.previousCursor,
  };
}

/** The saved messages with the one that streams in its place: at the end, when it was not saved yet. */
export function withStreamed(
  messages: ChatMessage[],
  streamed: { runId: string; message: ChatMessage | null } | null,
): ChatMessage[] {
  const live = streamed?.message;
  if (!streamed || !live) return messages;
  const index = messages.findIndex(
    ({ id, role, metadata }) =>
      role === "assistant" && (id === live.id || metadata?.runId === streamed.runId),
  );
  const saved = messages[index];
  if (!saved) return live.parts.length > 0 ? [...messages, live] : messages;
  return messages.with(index, latestMessage(saved, live));
}
