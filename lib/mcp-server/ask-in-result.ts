import {
  type CallToolRequest,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";
import { argumentsDigestOf } from "../runs/judge-calls.ts";
import { type CallAnswer, isAsked, requestCall } from "./answer-call.ts";
import { errorResult, notRunSentence, toCallResult } from "./call-result.ts";
import { callerOf, canAsk } from "./caller.ts";
import type { Asked, CallRequest } from "./gate.ts";
import type { AskedState } from "./request-state.ts";
import type { Serving } from "./serving.ts";

const answerKey = "approval";

const question = (prompt: string, requestState: string) =>
  inputRequired({
    inputRequests: {
      [answerKey]: inputRequired.elicit({
        message: prompt,
        requestedSchema: { type: "object", properties: {} },
      }),
    },
    requestState,
  });

/**
 * A call of the 2026-07-28 revision: the question goes out as a result, with a state that the answer brings back. This
 * process keeps nothing between the two requests, so that they may reach different instances as long as the one that
 * asked lives: its questions are cancelled with it.
 */
export async function callAskingInResult(
  serving: Serving,
  server: Server,
  principal: Principal,
  { params }: CallToolRequest,
  context: ServerContext,
): Promise<CallAnswer> {
  const call: CallRequest = {
    name: params.name,
    arguments: params.arguments ?? {},
    caller: callerOf(server, principal),
    canAsk: canAsk(server),
    signal: context.mcpReq.signal,
  };
  const state = context.mcpReq.requestState<unknown>();
  if (state === undefined) return ask(serving, call);
  return takeAnswer(serving, call, String(state), context.mcpReq.inputResponses);
}

async function ask({ gate, states, deadline }: Serving, call: CallRequest): Promise<CallAnswer> {
  const asked = await requestCall(gate, call);
  if (!isAsked(asked)) return asked;
  if (call.signal.aborted) return leave(gate, asked, call.name);
  const state = states.sign({
    principalId: call.caller.principal.id,
    callId: asked.callId,
    tool: call.name,
    argumentsDigest: argumentsDigestOf(call.arguments),
    expiresAt: deadline(asked),
  });
  return question(asked.prompt, state);
}

async function takeAnswer(
  { gate, states, now }: Serving,
  call: CallRequest,
  state: string,
  responses: Record<string, unknown> | undefined,
): Promise<CallAnswer> {
  const asked = states.open(state);
  if (!asked || asked.principalId !== call.caller.principal.id) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      "Invalid requestState: it is not one that was given to you. The tool was not run.",
    );
  }
  const problem = mismatch(asked, call);
  if (problem) return errorResult(notRunSentence(call.name, problem));
  const answer = inputResponse(responses, answerKey);
  // Late is not unanswered: the gate knows whether it was answered in time, by a request whose answer was lost.
  const late = now() > asked.expiresAt;
  // Not from the state: with the arguments in it twice, the answer could be too large to be read.
  const again = answer.kind !== "elicit" && !late ? await gate.prompt(call) : null;
  if (again !== null) return question(again, state);
  if (call.signal.aborted) return leave(gate, asked, call.name);
  const { name, arguments: given, caller, signal } = call;
  return toCallResult(
    await gate.answer({
      callId: asked.callId,
      name,
      arguments: given,
      caller,
      action: late || answer.kind !== "elicit" ? "cancel" : answer.action,
      signal,
    }),
  );
}

function mismatch(asked: AskedState, call: CallRequest): string | null {
  if (asked.tool !== call.name) return "the answer belongs to a question about another tool.";
  if (asked.argumentsDigest !== argumentsDigestOf(call.arguments)) {
    return "its arguments are not those that the person was asked about.";
  }
  return null;
}

/** Nobody is there to read this; it only ends the handler. */
async function leave(gate: Serving["gate"], { callId }: Pick<Asked, "callId">, name: string) {
  await gate.abandon(callId);
  return errorResult(notRunSentence(name, "the client is gone."));
}
