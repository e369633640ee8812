import { createHash } from "node:crypto";
import type { Caller } from "../../approvals/schema.ts";
import { auditColumns, auditType } from "../../audit/append.ts";
import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { json, text } from "../../db/value.ts";
import type { Tool } from "../../tools/tool.ts";
import { argumentsDigestOf, judgeCalls, type PlannedCall } from "../judge-calls.ts";
import type { RunServices } from "../services.ts";
import type { ClaimedOutsideCall } from "./end-call.ts";
import { runClaimedCall, stopOutsideCall } from "./execute-call.ts";
import { type FoundCall, findOpenCall, findOutsideCall } from "./find-call.ts";
import { saveOutsideCall } from "./save-call.ts";
import { waitForCall } from "./wait-for-call.ts";

/** Where a gated call of an outside caller asks. */
export type AskWhere = { kind: "client"; seconds: number } | { kind: "app" } | { kind: "nowhere" };

export type OutsideRequest = {
  tool: Tool;
  arguments: unknown;
  caller: Caller;
  ask: AskWhere;
  /** How long a caller is held while its call waits in the app. */
  holdMilliseconds: number;
  signal: AbortSignal;
};

export const outsidePrompt = "Approve running tool '{toolName}' with arguments {args}?";
const cannotAsk =
  "Not run: this tool needs a person's approval, and this client cannot ask for it. Do not call it again for this request.";
/** A call from outside: through the same policy, tables and door as one from the chat. */
export async function requestOutsideCall(services: RunServices, request: OutsideRequest): Promise<FoundCall> {
  const openKey = request.ask.kind === "app" ? openKeyOf(request) : null;
  // What was asked already is not asked again, nor judged by a world that it may have changed itself.
  const standing = openKey === null ? null : await findOpenCall(services.database, openKey);
  if (standing) {
    await recordJoin(services.database, standing.call.id, request.caller);
    return collect(services, standing.call.id, request);
  }

  const [planned] = await judgeCalls(
    {
      database: services.database,
      registry: services.registry,
      secrets: services.secrets,
      rejectedInRun: new Set(),
      signal: request.signal,
      defaultPrompt: outsidePrompt,
    },
    [{ toolCallId: "", toolName: request.tool.name, input: request.arguments, providerMetadata: undefined }],
  );
  if (!planned) throw new Error("one call has one verdict");
  const { ask } = request;
  const claimedAt = Date.now();
  const saved = await saveOutsideCall(services, {
    planned: askedWhere(planned, ask),
    caller: request.caller,
    askedOf: ask.kind === "client" ? "client" : "app",
    openKey,
  });
  if (!saved) return requestOutsideCall(services, request);
  const { call, approval } = saved;
  if (call.state === "executing") return runAtOnce(services, saved, claimedAt, request.signal);
  if (call.state === "denied" || ask.kind === "client") return { call, approval, decisions: [] };
  return collect(services, call.id, request);
}

function askedWhere(planned: PlannedCall, ask: AskWhere): PlannedCall {
  if (!planned.approval) return planned;
  if (ask.kind === "nowhere") return { ...planned, state: "denied", error: cannotAsk, approval: null };
  if (ask.kind === "app") return planned;
  return { ...planned, approval: { ...planned.approval, timeoutSeconds: ask.seconds } };
}

/** By the token's owner, not by what the client calls itself. */
function openKeyOf({ caller, tool, arguments: input }: OutsideRequest): string {
  const parts = JSON.stringify([caller.principal.id, tool.name, argumentsDigestOf(input)]);
  return createHash("sha256").update(parts).digest("base64url");
}

const recordJoin = (database: Executor, id: string, { principal, client }: Caller) =>
  database.query(sql`
    insert into ${auditColumns}
    select ${auditType("call.joined")}, ${text(principal.id)}, null, null, c.id, null, c.state,
      jsonb_build_object('tool', c.tool_name, 'client', ${json(client)}) from calls c where c.id = ${text(id)}`);

/**
 * Waits with the others for the answer; whoever gets the outcome has collected it, and a repeat is a new question. One
 * that has left gets nothing: its repeat finds the outcome.
 */
async function collect(services: RunServices, id: string, request: OutsideRequest): Promise<FoundCall> {
  const waited = found(await waitForCall(services, id, request.holdMilliseconds, request.signal));
  if (waited.call.ended_at !== null && !request.signal.aborted) await letGo(services.database, id);
  return waited;
}

const letGo = (database: Executor, id: string) =>
  database.query(sql`update calls set open_key = null where id = ${text(id)} and ended_at is not null`);

/** What asks nothing runs while its caller waits. */
async function runAtOnce(
  services: RunServices,
  claimed: ClaimedOutsideCall,
  claimedAt: number,
  signal: AbortSignal,
): Promise<FoundCall> {
  const { id } = claimed.call;
  const running = runClaimedCall(services, claimed, claimedAt);
  const ended = await stoppedBy(signal, services, id, () => running);
  if (ended) return { call: ended, approval: null, decisions: [] };
  return found(await findOutsideCall(services.database, id));
}

/** A caller that leaves stops what runs for it. */
async function stoppedBy<Result>(
  signal: AbortSignal,
  services: RunServices,
  id: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const stop = () => stopOutsideCall(services, id);
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  try {
    return await work();
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

function found(call: FoundCall | null): FoundCall {
  if (!call) throw new Error("a call is never deleted");
  return call;
}

/** To its end, however long it takes; a caller that leaves stops it. */
export const untilEnded = (services: RunServices, id: string, signal: AbortSignal): Promise<FoundCall> =>
  stoppedBy(signal, services, id, async () =>
    found(await waitForCall(services, id, Number.POSITIVE_INFINITY, signal)),
  );
