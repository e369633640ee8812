import { z } from "zod";
import { toolGroups } from "../../mcp-client/suggestion.ts";

const selector = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.startsWith("@") || toolGroups.some((group) => group === text), {
    error: ({ input }) => `${input} is none of ${toolGroups.join(", ")}, and no tool's name begins with @`,
  });
const selectors = z.array(selector).max(2_000);
const pairs = z.record(z.string().min(1).max(200), z.string().max(20_000));

const shape = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]{1,32}$/, "must have 1 to 32 small letters, digits or hyphens"),
  url: z.string().min(1).max(2_000).optional(),
  headers: pairs.optional(),
  command: z.string().min(1).max(1_000).optional(),
  args: z.array(z.string().max(4_000)).max(100).optional(),
  env: pairs.optional(),
  enabled: z.boolean().optional(),
  trusted: z.boolean().optional(),
  allowPrivateAddress: z.boolean().optional(),
  timeoutSeconds: z.number().int().min(1).max(3_600).nullable().optional(),
  tools: selectors.optional(),
  requireApproval: selectors.nullable().optional(),
});

export const serverInputSchema = shape.superRefine((input, context) => {
  if ((input.url === undefined) === (input.command === undefined)) {
    context.addIssue({ code: "custom", path: ["url"], message: "give either url or command" });
  }
  const misplaced = input.url === undefined ? ["headers"] : ["args", "env"];
  for (const field of misplaced) {
    if (Object.hasOwn(input, field) && input[field as "headers"] !== undefined) {
      const message = `goes with ${input.url === undefined ? "url" : "command"}`;
      context.addIssue({ code: "custom", path: [field], message });
    }
  }
});
export type ServerInput = z.infer<typeof serverInputSchema>;

/** What is not sent stays. Whether it is an address or a command was said when it was added. */
export const serverPatchSchema = shape.partial();
export type ServerPatch = z.infer<typeof serverPatchSchema>;

export const serverSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string().nullable(),
  command: z.string().nullable(),
  args: z.array(z.string()),
  enabled: z.boolean(),
  trusted: z.boolean(),
  allowPrivateAddress: z.boolean(),
  timeoutSeconds: z.number().int().nullable(),
  state: z.enum(["connecting", "ready", "failed", "needs_sign_in", "disabled"]),
  error: z.string().nullable(),
  /** What of its list was left out, and why. */
  notes: z.array(z.string()),
  signInUrl: z.string().nullable(),
  tools: z.array(z.string()),
  requireApproval: z.array(z.string()),
  toolNames: z.array(z.string()),
  headerNames: z.array(z.string()),
  envNames: z.array(z.string()),
});
export type ServerView = z.infer<typeof serverSchema>;
