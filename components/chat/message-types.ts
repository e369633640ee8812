import type { UIMessage, UIMessageChunk } from "ai";
import type { Approval } from "@/lib/approvals/schema";
import type { CountersignData, MessageMetadata, Run } from "@/lib/runs/schema";

export type ChatMessage = UIMessage<MessageMetadata, CountersignData>;
export type ChatPart = ChatMessage["parts"][number];
export type ChatChunk = UIMessageChunk<MessageMetadata, CountersignData>;
export type CallData = CountersignData["call"];
export type RunStatus = CountersignData["status"];
export type CallProgress = CountersignData["progress"];
export type CountersignNotice = CountersignData["notice"];
export type QueuedText = { text: string; at: string };

/** What GET /conversations/{id} answers. */
export type ConversationView = {
  id: string;
  title: string;
  mode: string;
  model: string | null;
  /** The names of the tools it may use; null: all that are on. */
  tools: string[] | null;
  messages: ChatMessage[];
  previousCursor: string | null;
  run: Run | null;
  approvals: Approval[];
  queued: QueuedText | null;
};
