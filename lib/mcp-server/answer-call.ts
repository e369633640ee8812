import {
  type CallToolResult,
  type InputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
} from "@modelcontextprotocol/server";
import { AppError, type ErrorCode } from "../errors.ts";
import { errorResult, toCallResult } from "./call-result.ts";
import type { Asked, CallRequest, Gate } from "./gate.ts";
import { internalError } from "./internal-error.ts";

export type CallAnswer = CallToolResult | InputRequiredResult;

/** Judges the call. A name that is not on the list is the protocol's own error, not a result of the tool. */
export async function requestCall(gate: Gate, call: CallRequest): Promise<CallToolResult | Asked> {
  const outcome = await gate.request(call);
  if (outcome.kind === "ask") return outcome;
  if (outcome.kind === "error" && !(await isListed(gate, call.name))) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${call.name}`);
  }
  return toCallResult(outcome);
}

const isListed = async (gate: Gate, name: string) => (await gate.list()).some((tool) => tool.name === name);

export const isAsked = (value: CallToolResult | Asked): value is Asked => value.kind === "ask";

/** Not `unavailable`: it does not say how far the call had come. */
const readable = new Set<ErrorCode>([
  "invalid",
  "forbidden",
  "not_found",
  "conflict",
  "expired",
  "too_large",
  "rate_limited",
]);

export const isReadable = (error: unknown): error is AppError =>
  error instanceof AppError && readable.has(error.code);

/** What a model can act on becomes a result; what it cannot is an error that says nothing of our insides. */
export async function answerCall(answer: () => Promise<CallAnswer>): Promise<CallAnswer> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    if (isReadable(error)) return errorResult(error.message);
    throw internalError(error, "it is not known whether the tool ran. Check before you call it again.");
  }
}
