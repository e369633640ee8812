import type { z } from "zod";
import type { Network } from "../built-in/checked-address.ts";
import { ToolError } from "../tool.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { fetchRequestSchema, sandboxFetch } from "./sandbox-fetch.ts";
import {
  listFiles,
  listRequestSchema,
  readFileText,
  readRequestSchema,
  writeFileText,
  writeRequestSchema,
} from "./sandbox-files.ts";
import type { HostAnswer, HostOperation } from "./sandbox-messages.ts";

export type Capabilities = {
  hosts?: readonly string[] | undefined;
  files?: "read" | "write" | undefined;
  /** Names with their values. */
  secrets?: Record<string, string> | undefined;
};

export type World = { workspace: Workspace; network: Network };

/** What the capabilities let the code ask of us. */
export function grantedOperations({ hosts = [], files }: Capabilities): HostOperation[] {
  const granted: HostOperation[] = hosts.length > 0 ? ["fetch"] : [];
  if (files !== undefined) granted.push("list", "read");
  if (files === "write") granted.push("write");
  return granted;
}

/** Whether what the code asks for may change something out there. What is no request at all is refused later. */
export function mayChange(operation: HostOperation, payload: string): boolean {
  if (operation !== "fetch") return operation === "write";
  try {
    const { method } = fetchRequestSchema.parse(JSON.parse(payload));
    return !["GET", "HEAD", "OPTIONS"].includes(method);
  } catch {
    return false;
  }
}

/** Does what the code asked for, on our side of the wall, where the grant is checked once more. Never throws. */
export async function answerHostCall(
  operation: HostOperation,
  payload: string,
  { workspace, network, capabilities }: World & { capabilities: Capabilities },
  signal: AbortSignal,
): Promise<HostAnswer> {
  try {
    if (!grantedOperations(capabilities).includes(operation)) throw new ToolError("This is not available.");
    const raw: unknown = JSON.parse(payload);
    const answers = {
      fetch: () =>
        sandboxFetch(parse(fetchRequestSchema, raw), { hosts: capabilities.hosts ?? [], network, signal }),
      list: () => listFiles(workspace, parse(listRequestSchema, raw), signal),
      read: () => readFileText(workspace, parse(readRequestSchema, raw)),
      write: () => writeFileText(workspace, parse(writeRequestSchema, raw), signal),
    };
    return { ok: true, json: JSON.stringify(await answers[operation]()) };
  } catch (error) {
    return {
      ok: false,
      error: error instanceof ToolError ? error.message : `It did not work: ${reasonOf(error)}.`,
    };
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ToolError(`The request is not valid: ${issue?.path.join(".")} ${issue?.message}.`);
}

/** The code only: messages of the system name addresses and paths that the code need not know. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "the connection failed";
}
