import { z } from "zod";
import { mostQuestions } from "../policy/questions.ts";
import { riskSchema } from "../policy/risk.ts";

export const toolReferenceSchema = z.object({
  name: z.string(),
  title: z.string(),
  /** Null for a call of a tool that does not exist. */
  source: z.string().nullable(),
  risk: riskSchema,
});

export const previewSchema = z.object({ kind: z.enum(["diff", "file", "url", "text"]), text: z.string() });
export type Preview = z.infer<typeof previewSchema>;

export const channelSchema = z.enum([
  "chat",
  "inbox",
  "api",
  "cli",
  "mcp",
  "link",
  "message",
  "policy",
  "clock",
]);
export type Channel = z.infer<typeof channelSchema>;

/** Who calls from outside: the owner of the token, and what the client says of itself, which proves nothing. */
export type Caller = {
  principal: { id: string; name: string };
  client: { name: string; version: string } | null;
};

export const decisionSchema = z.object({
  by: z.object({ id: z.string(), name: z.string() }),
  decision: z.enum(["approve", "reject", "answer", "expire", "cancel"]),
  reason: z.string().nullable(),
  answers: z.array(z.array(z.string())).nullable(),
  channel: channelSchema,
  at: z.iso.datetime(),
});
export type Decision = z.infer<typeof decisionSchema>;

export const approvalStatusSchema = z.enum(["pending", "approved", "rejected", "expired", "cancelled"]);
export type ApprovalStatus = z.infer<typeof approvalStatusSchema>;

export const approvalSchema = z.object({
  id: z.string(),
  kind: z.enum(["approval", "question"]),
  conversationId: z.string().nullable(),
  runId: z.string().nullable(),
  callId: z.string(),
  tool: toolReferenceSchema,
  arguments: z.unknown(),
  argumentsDigest: z.string(),
  /** The outside client that calls, by what it says of itself; null in the chat. */
  caller: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** `client`: only that client can answer. */
  askedOf: z.enum(["app", "client"]),
  prompt: z.string(),
  preview: previewSchema.nullable(),
  because: z.array(z.string()),
  status: approvalStatusSchema,
  requestedAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
  required: z.number().int(),
  decisions: z.array(decisionSchema),
});
export type Approval = z.infer<typeof approvalSchema>;

export const reasonSchema = z.string().max(10_000);

export const answersSchema = z
  .array(z.array(z.string().trim().min(1).max(10_000)).max(50))
  .min(1)
  .max(mostQuestions);

/** Later issues bring `arguments`, `remember`, `acknowledgeRisk`: refused until then. */
const decisionShape = z.strictObject({
  decision: z.enum(["approve", "reject", "answer"]),
  reason: reasonSchema.optional(),
  argumentsDigest: z.string().max(128).optional(),
  answers: answersSchema.optional(),
});

export const decisionInputSchema = decisionShape.refine(
  ({ decision, answers }) => (decision === "answer") === (answers !== undefined),
  { error: "go with the decision answer, and only with it", path: ["answers"] },
);
export type DecisionInput = z.infer<typeof decisionInputSchema>;

/** A question is answered on its own: a batch has no answers. */
export const decisionsInputSchema = z.strictObject({
  decisions: z
    .array(
      decisionShape
        .omit({ answers: true })
        .extend({ id: z.string().max(100), decision: z.enum(["approve", "reject"]) }),
    )
    .min(1)
    .max(200),
});
