import { z } from "zod";
import { argumentsSchema } from "../arguments-schema.ts";
import { parseAddress, publicNetwork } from "../built-in/checked-address.ts";
import { toolPatchSchema } from "../schema.ts";
import { parseHost } from "./allowed-host.ts";
import { describeSchemaProblem } from "./describe-schema-problem.ts";

const storable = (text: string): boolean => !text.includes("\0") && text.isWellFormed();
const unstorable = "must not contain NUL characters or halves of surrogate pairs";

/** What stands in addresses at the place of a name: a tool of this name could be published and never reached again. */
const takenByAddresses: readonly string[] = ["new", "try"];

/** What providers accept; and no name that looks like a tool of a server, `{server}__{tool}`. */
export const authoredNameSchema = z
  .string()
  .regex(/^[a-zA-Z0-9_-]{1,64}$/, "must have 1 to 64 letters, digits, underscores or hyphens")
  .refine(
    (name) => !/^[a-z0-9-]{1,32}__/.test(name),
    "must not begin as the tools of a server do, with name__",
  )
  .refine((name) => !takenByAddresses.includes(name), "must not be new or try, which addresses here use");

export const secretNameSchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{0,63}$/,
    "must begin with a letter and have at most 64 letters, digits or underscores",
  );

export const hostSchema = z
  .string()
  .max(300)
  .superRefine((text, context) => {
    const host = parseHost(text);
    if (host === null) {
      context.addIssue("must be a host such as api.example.com, api.example.com:8443 or *.example.com");
    } else if (!isPublicName(host.name)) {
      context.addIssue("must be on the public internet; no tool reaches private or local addresses");
    }
  });

export const capabilitiesSchema = z.strictObject({
  hosts: z.array(hostSchema).max(50).optional(),
  files: z.enum(["read", "write"]).optional(),
  secrets: z.array(secretNameSchema).max(50).optional(),
});

export const inputSchemaSchema = z.record(z.string(), z.unknown()).superRefine((schema, context) => {
  const problem = describeSchemaProblem(schema);
  if (problem !== null) context.addIssue(problem);
});

/** Whether it parses and has a default export is found out by `checkCode`. */
export const codeSchema = z.string().min(1).max(200_000).refine(storable, unstorable);

/** The body of `POST /tools`. That the name is free is for the caller to check. */
export const authoredToolSchema = z.strictObject({
  name: authoredNameSchema,
  description: z.string().trim().min(1).max(4_000).refine(storable, unstorable),
  inputSchema: inputSchemaSchema,
  code: codeSchema,
  capabilities: capabilitiesSchema.optional(),
  approval: toolPatchSchema.shape.approval,
});
export type AuthoredTool = z.infer<typeof authoredToolSchema>;

/** The body of `POST /tools/try`. */
export const tryToolSchema = z.strictObject({
  code: codeSchema,
  inputSchema: inputSchemaSchema.optional(),
  capabilities: capabilitiesSchema.optional(),
  arguments: argumentsSchema,
});

function isPublicName(name: string): boolean {
  try {
    parseAddress(`http://${name.includes(":") ? `[${name}]` : name}/`, publicNetwork);
    return true;
  } catch {
    return false;
  }
}
