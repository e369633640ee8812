import { z } from "zod";
import { riskSchema } from "../policy/risk.ts";

export const outsideSchema = z.enum(["client", "client_or_app", "app"]);
export type Outside = z.infer<typeof outsideSchema>;

export const toolSchema = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  source: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  risk: riskSchema,
  enabled: z.boolean(),
  exposed: z.boolean(),
  alias: z.string().nullable(),
  originalName: z.string().nullable(),
  annotations: z.record(z.string(), z.unknown()).nullable(),
  composedRisk: riskSchema,
  review: z.enum(["reviewed", "changed"]),
  /** It came after its server's first list, and nobody has reviewed it yet. */
  isNew: z.boolean(),
  /** Of the definition as it is now. */
  fingerprint: z.string().nullable(),
  /** What changed since it was reviewed, as a diff. A list leaves it out where it has much already: the tool alone has it. */
  changes: z.string().nullable(),
  /** It only puts questions to people: no flag turns that off, and no prompt takes the place of its questions. */
  alwaysAsks: z.boolean(),
  approval: z.object({
    mode: z.enum(["required", "disabled"]),
    prompt: z.string().nullable(),
    timeoutSeconds: z.number().int(),
    outside: outsideSchema,
    elicitationSeconds: z.number().int(),
  }),
});
export type ToolView = z.infer<typeof toolSchema>;

/** `null` puts the default back; what is not sent stays. */
export const toolPatchSchema = z.strictObject({
  enabled: z.boolean().nullable().optional(),
  risk: riskSchema.nullable().optional(),
  exposed: z.boolean().nullable().optional(),
  alias: z
    .string()
    .regex(/^[a-zA-Z0-9_-]{1,64}$/, "must have 1 to 64 letters, digits, underscores or hyphens")
    .nullable()
    .optional(),
  approval: z
    .strictObject({
      mode: z.enum(["required", "disabled"]).nullable().optional(),
      prompt: z.string().min(1).max(2_000).nullable().optional(),
      timeoutSeconds: z.number().int().min(0).max(31_536_000).nullable().optional(),
      outside: outsideSchema.nullable().optional(),
      elicitationSeconds: z.number().int().min(1).max(120).nullable().optional(),
    })
    .optional(),
});
export type ToolPatch = z.infer<typeof toolPatchSchema>;
