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
import { AnswerLostError } from "./send-request.ts";

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

/** `isLost`: it was done or not, and no answer tells which. */
export type Answered = { answer: HostAnswer; isLost: boolean };

/** Does what the code asked for, on our side of the wall, where the grant is checked once more. Never throws. */
export async function answerHostCall(
  operation: HostOperation,
  payload: string,
  { workspace, network, capabilities }: World & { capabilities: Capabilities },
  signal: AbortSignal,
): Promise<Answered> {
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
    const json = JSON.stringify(await answers[operation]());
    return { answer: { ok: true, json }, isLost: false };
  } catch (error) {
    const isLost = error instanceof AnswerLostError;
    return { answer: { ok: false, error: sentenceOf(isLost ? error.cause : error) }, isLost };
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, raw: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new ToolError(`The request is not valid: ${issue?.path.join(".")} ${issue?.message}.`);
}

const sentenceOf = (error: unknown): string =>
  error instanceof ToolError ? error.message : `It did not work: ${reasonOf(error)}.`;

/** The code only: messages of the system name addresses and paths that the code need not know. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "the connection failed";
}
