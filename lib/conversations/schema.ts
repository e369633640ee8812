import type { UIMessage } from "ai";
import { z } from "zod";
import { approvalSchema } from "../approvals/schema.ts";
import { type CountersignData, type MessageMetadata, runSchema } from "../runs/schema.ts";

/** Each further mode, and other agents, come with their issues: refused until then. */
const modeSchema = z.literal("as_flagged");
const agentSchema = z.literal("default");
const titleSchema = z.string().trim().min(1).max(200);
const modelSchema = z.string().trim().min(1).max(200).nullable();

/** The names of the tools that it may use; null is all that are on. */
const toolsSchema = z.array(z.string().min(1).max(200)).max(2_000).nullable();

export const conversationInputSchema = z.strictObject({
  title: titleSchema.optional(),
  agent: agentSchema.optional(),
  mode: modeSchema.optional(),
  model: modelSchema.optional(),
  tools: toolsSchema.optional(),
});
export type ConversationInput = z.infer<typeof conversationInputSchema>;

export const conversationQuerySchema = z.strictObject({
  search: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

export const messagesQuerySchema = z.strictObject({
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

export const conversationSchema = z.object({
  id: z.string(),
  title: z.string(),
  agent: z.string(),
  mode: z.string(),
  model: z.string().nullable(),
  tools: toolsSchema,
  createdAt: z.iso.datetime(),
});
export type Conversation = z.infer<typeof conversationSchema>;

export const conversationItemSchema = z.object({
  id: z.string(),
  title: z.string(),
  updatedAt: z.iso.datetime(),
  waiting: z.boolean(),
});
export type ConversationItem = z.infer<typeof conversationItemSchema>;

export const mostMessageBytes = 100_000;

export const messageInputSchema = z.strictObject({
  text: z.string().refine((text) => text.trim() !== "", { error: "must not be empty" }),
  approvals: z.array(z.string().max(100)).max(200).optional(),
  sendNow: z.boolean().optional(),
});
export type MessageInput = z.infer<typeof messageInputSchema>;

export const queuedSchema = z.object({ text: z.string(), at: z.iso.datetime() });

export type CountersignMessage = UIMessage<MessageMetadata, CountersignData>;

/** The AI SDK's `UIMessage`: its parts are described by the SDK, ours are `data-call` and `data-notice`. */
export const messageSchema = z.object({
  id: z.string(),
  role: z.enum(["user", "assistant"]),
  metadata: z.object({ createdAt: z.iso.datetime(), runId: z.string().nullable() }),
  parts: z.array(z.looseObject({ type: z.string() })),
});

export const conversationDetailSchema = z.object({
  id: z.string(),
  title: z.string(),
  mode: z.string(),
  model: z.string().nullable(),
  tools: toolsSchema,
  messages: z.array(messageSchema),
  previousCursor: z.string().nullable(),
  run: runSchema.nullable(),
  approvals: z.array(approvalSchema),
  queued: queuedSchema.nullable(),
});
export type ConversationDetail = Omit<z.infer<typeof conversationDetailSchema>, "messages"> & {
  messages: CountersignMessage[];
};
