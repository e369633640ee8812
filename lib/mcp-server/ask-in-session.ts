import type { CallToolRequest, Server, ServerContext } from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";
import { type CallAnswer, isAsked, requestCall } from "./answer-call.ts";
import { errorResult, notRunSentence, toCallResult } from "./call-result.ts";
import { callerOf, canAsk } from "./caller.ts";
import type { ClientAnswer } from "./gate.ts";
import type { Serving } from "./serving.ts";

/** A call of a 2025 revision: the question is a request to the client, on the stream of the call that it is about. */
export async function callAskingInSession(
  serving: Serving,
  server: Server,
  principal: Principal,
  { params }: CallToolRequest,
  context: ServerContext,
): Promise<CallAnswer> {
  const { gate } = serving;
  const call = {
    name: params.name,
    arguments: params.arguments ?? {},
    caller: callerOf(server, principal),
    signal: whileConnected(context),
  };
  const asked = await requestCall(gate, { ...call, canAsk: canAsk(server) });
  if (!isAsked(asked)) return asked;
  const milliseconds = serving.deadline(asked) - serving.now();
  const action = await askPerson(context, asked.prompt, milliseconds, call.signal);
  if (call.signal.aborted) {
    await gate.abandon(asked.callId);
    return errorResult(notRunSentence(call.name, "the client is gone."));
  }
  return toCallResult(await gate.answer({ callId: asked.callId, ...call, action }));
}

/** A lost stream cannot be resumed here, so it ends the call, as the client's own cancellation does. */
function whileConnected({ mcpReq, http }: ServerContext): AbortSignal {
  return http?.req ? AbortSignal.any([mcpReq.signal, http.req.signal]) : mcpReq.signal;
}

/** Whatever comes back but a clear answer (an error, nonsense, nothing in time) is no approval. */
async function askPerson(
  { mcpReq }: ServerContext,
  message: string,
  milliseconds: number,
  signal: AbortSignal,
): Promise<ClientAnswer["action"]> {
  if (milliseconds <= 0 || signal.aborted) return "cancel";
  try {
    const params = { message, requestedSchema: { type: "object", properties: {} } };
    const answer = await mcpReq.send(
      { method: "elicitation/create", params },
      { timeout: milliseconds, signal },
    );
    return answer.action;
  } catch {
    return "cancel";
  }
}
