import type { Approval } from "@/lib/approvals/schema";
import type { CallState } from "@/lib/runs/schema";
import type { CallData, ChatMessage, ChatPart } from "./message-types";

/** A call's states only go forward, so of two views of one call the one that is further on is the newer. */
const progress: Record<CallState, number> = {
  requested: 0,
  allowed: 1,
  pending: 1,
  approved: 2,
  executing: 3,
  denied: 4,
  rejected: 4,
  expired: 4,
  cancelled: 4,
  succeeded: 4,
  failed: 4,
  interrupted: 4,
};

export function latestCall(one: CallData, other: CallData): CallData {
  const call = progress[other.call.state] >= progress[one.call.state] ? other.call : one.call;
  return { call, approval: latestApproval(one.approval, other.approval) };
}

function latestApproval(one: Approval | null, other: Approval | null): Approval | null {
  if (!one || !other) return one ?? other;
  return one.status !== "pending" && other.status === "pending" ? one : other;
}

function size(message: ChatMessage): number {
  return message.parts.reduce(
    (sum, part) => sum + 1 + (part.type === "text" || part.type === "reasoning" ? part.text.length : 0),
    0,
  );
}

/**
 * A running run's message comes twice: as it was saved, and as it streams. The one that says more gives the order and
 * the texts, and each call is shown as far on as either of them knows it.
 */
export function latestMessage(saved: ChatMessage, streamed: ChatMessage): ChatMessage {
  const [shown, other] = size(streamed) >= size(saved) ? [streamed, saved] : [saved, streamed];
  const others = new Map<string, CallData>();
  for (const part of other.parts) if (part.type === "data-call") others.set(part.data.call.id, part.data);
  const parts = shown.parts.map((part): ChatPart => {
    const twin = part.type === "data-call" ? others.get(part.data.call.id) : undefined;
    return part.type === "data-call" && twin ? { ...part, data: latestCall(twin, part.data) } : part;
  });
  return { ...shown, id: saved.id, metadata: saved.metadata ?? streamed.metadata, parts };
}
