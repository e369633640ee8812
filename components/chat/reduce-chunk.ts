import type { CallProgress, ChatChunk, ChatMessage, ChatPart, RunStatus } from "./message-types";

/** What a reader of a run's stream has so far: the run's one assistant message and what the run is doing now. */
export type StreamedMessage = {
  message: ChatMessage | null;
  status: RunStatus | null;
  /** How far its calls are, by their id. */
  progress: Record<string, CallProgress>;
  /** The parts that still grow, by the id that their chunks carry: each step counts its ids anew. */
  growing: Record<string, number>;
};

export const nothingStreamed: StreamedMessage = {
  message: null,
  status: null,
  progress: {},
  growing: {},
};

/** Chunks to a message. The SDK's own tool chunks are left out: a card is made of its `data-call` alone. */
export function reduceChunk(state: StreamedMessage, chunk: ChatChunk): StreamedMessage {
  switch (chunk.type) {
    case "start":
      return { ...state, message: started(state.message, chunk) };
    case "text-start":
    case "reasoning-start":
      return grow(state, chunk.id, {
        type: chunk.type === "text-start" ? "text" : "reasoning",
        text: "",
        state: "streaming",
      });
    case "text-delta":
    case "reasoning-delta":
      return change(state, chunk.id, (part) => ({ ...part, text: part.text + chunk.delta }));
    case "text-end":
    case "reasoning-end":
      return change(state, chunk.id, (part) => ({ ...part, state: "done" }));
    case "start-step":
      return append({ ...state, growing: {} }, { type: "step-start" });
    case "data-call":
    case "data-notice":
      return place(state, { type: chunk.type, id: chunk.id, data: chunk.data } as ChatPart);
    case "data-status":
      return { ...state, status: chunk.data };
    case "data-progress":
      return { ...state, progress: { ...state.progress, [chunk.data.callId]: chunk.data } };
    case "data-reset":
      return nothingStreamed;
    default:
      return state;
  }
}

function started(message: ChatMessage | null, chunk: ChatChunk & { type: "start" }): ChatMessage {
  const id = chunk.messageId ?? message?.id ?? "";
  const metadata = chunk.messageMetadata ?? message?.metadata;
  return { id, role: "assistant", parts: message?.id === id ? message.parts : [], metadata };
}

function withParts(state: StreamedMessage, parts: ChatPart[]): StreamedMessage {
  const message = state.message ?? { id: "", role: "assistant" as const, parts: [] };
  return { ...state, message: { ...message, parts } };
}

function append(state: StreamedMessage, part: ChatPart): StreamedMessage {
  return withParts(state, [...(state.message?.parts ?? []), part]);
}

function grow(state: StreamedMessage, id: string, part: ChatPart): StreamedMessage {
  const index = state.message?.parts.length ?? 0;
  return append({ ...state, growing: { ...state.growing, [id]: index } }, part);
}

type TextPart = ChatPart & { type: "text" | "reasoning" };

function change(state: StreamedMessage, id: string, changed: (part: TextPart) => TextPart): StreamedMessage {
  const index = state.growing[id];
  const parts = state.message?.parts;
  const part = index === undefined ? undefined : parts?.[index];
  if (!parts || (part?.type !== "text" && part?.type !== "reasoning")) return state;
  return withParts(
    state,
    parts.map((other) => (other === part ? changed(part) : other)),
  );
}

function place(state: StreamedMessage, part: ChatPart): StreamedMessage {
  const id = "id" in part ? part.id : undefined;
  const parts = state.message?.parts ?? [];
  const same = (other: ChatPart) =>
    id !== undefined && other.type === part.type && "id" in other && other.id === id;
  return parts.some(same)
    ? withParts(
        state,
        parts.map((other) => (same(other) ? part : other)),
      )
    : append(state, part);
}
