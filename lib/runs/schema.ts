import { z } from "zod";
import { approvalSchema, toolReferenceSchema } from "../approvals/schema.ts";

export const runStateSchema = z.enum(["running", "waiting", "completed", "failed", "cancelled"]);
export type RunState = z.infer<typeof runStateSchema>;

export const callStateSchema = z.enum([
  "requested",
  "allowed",
  "pending",
  "denied",
  "approved",
  "rejected",
  "expired",
  "cancelled",
  "executing",
  "succeeded",
  "failed",
  "interrupted",
]);
export type CallState = z.infer<typeof callStateSchema>;

export const callSchema = z.object({
  id: z.string(),
  runId: z.string().nullable(),
  tool: toolReferenceSchema,
  arguments: z.unknown(),
  argumentsDigest: z.string(),
  state: callStateSchema,
  because: z.array(z.string()),
  approvalId: z.string().nullable(),
  result: z.unknown(),
  error: z.string().nullable(),
  requestedAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
});
export type Call = z.infer<typeof callSchema>;

export const runSchema = z.object({
  id: z.string(),
  conversationId: z.string(),
  state: runStateSchema,
  steps: z.array(z.object({ index: z.number().int(), finishReason: z.string().nullable() })),
  calls: z.array(callSchema),
  approvals: z.array(approvalSchema),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
export type Run = z.infer<typeof runSchema>;

/**
 * The data parts that travel beside the AI SDK's own parts in a message:
 * `data-call` (persistent, id = the call's id) carries what a card shows, `data-status` (transient) what the run is
 * doing now, `data-progress` (transient) how far a call is, `data-reset` (transient) tells a reader to forget what it has of this message: it comes again.
 */
export type CountersignData = {
  call: { call: Call; approval: z.infer<typeof approvalSchema> | null };
  status: { kind: "thinking" | "retrying" | "executing" | "waiting"; text: string; since: string };
  notice: { kind: "cut-off" | "left-out" | "budget"; text: string };
  progress: { callId: string; progress: number; total: number | null; message: string | null };
  reset: Record<string, never>;
};

export type MessageMetadata = { createdAt: string; runId: string | null };
