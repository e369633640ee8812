import { cancelQuestion, decide } from "../../approvals/decide.ts";
import type { Caller } from "../../approvals/schema.ts";
import { AppError } from "../../errors.ts";
import { argumentsDigestOf } from "../judge-calls.ts";
import type { RunServices } from "../services.ts";
import { type FoundCall, findOutsideCall } from "./find-call.ts";
import { untilEnded } from "./request-call.ts";

export type OutsideAnswer = {
  callId: string;
  toolName: string;
  arguments: unknown;
  caller: Caller;
  action: "accept" | "decline" | "cancel";
  signal: AbortSignal;
};

/** `answeredBefore`: this answer came again and changed nothing; the call is as the first one left it. */
export type AnsweredCall = FoundCall & { answeredBefore: boolean };

/**
 * What the client's person answered to the question that the client was asked. Taken once, from the same principal,
 * for the same tool and arguments: what the client sends back proves nothing by itself.
 */
export async function answerOutsideCall(services: RunServices, answer: OutsideAnswer): Promise<AnsweredCall> {
  const found = await findOutsideCall(services.database, answer.callId);
  const asked = found?.call.caller?.principal.id;
  if (!found?.approval || asked !== answer.caller.principal.id || found.call.tool_name !== answer.toolName) {
    throw new AppError("not_found", "Not run: there is no such question. Do not send it again.");
  }
  if (found.call.arguments_digest !== argumentsDigestOf(answer.arguments)) {
    throw new AppError("conflict", "Not run: the arguments are not the ones that were shown.");
  }
  if (await take(services, answer, found.approval.id)) {
    return { ...(await untilEnded(services, answer.callId, answer.signal)), answeredBefore: false };
  }
  return { ...((await findOutsideCall(services.database, answer.callId)) ?? found), answeredBefore: true };
}

/** False when someone answered before. */
async function take(services: RunServices, answer: OutsideAnswer, id: string): Promise<boolean> {
  const { principal, client } = answer.caller;
  const by = client ? { id: principal.id, name: `${principal.name} (${client.name})` } : principal;
  if (answer.action === "cancel") return cancelQuestion(services, { id, by, channel: "mcp" });
  const decision = answer.action === "accept" ? "approve" : "reject";
  const argumentsDigest = argumentsDigestOf(answer.arguments);
  try {
    await decide(services, { id, by, channel: "mcp", decision, argumentsDigest });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === "conflict") return false;
    throw error;
  }
}

/** The client that was asked is gone: nobody can answer any more. False when it had answered before. */
export async function abandonOutsideCall(services: RunServices, callId: string): Promise<boolean> {
  const found = await findOutsideCall(services.database, callId);
  if (!found?.approval || !found.call.caller) return false;
  return cancelQuestion(services, { id: found.approval.id, by: found.call.caller.principal, channel: "mcp" });
}
