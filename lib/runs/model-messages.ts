import type { AssistantModelMessage, ModelMessage, ToolModelMessage } from "ai";
import {
  cancelledSentence,
  expiredSentence,
  interruptedSentence,
  leftOverSentence,
} from "../approvals/not-run.ts";
import { withApproverNote } from "../policy/approver-note.ts";
import { findUnstorable } from "../tools/find-unstorable.ts";
import type { HistoryCall, RunContext } from "./load-context.ts";
import { outputForModel } from "./output.ts";
import { type StepPart, wordsOf } from "./parts.ts";

type ToolResult = Extract<ToolModelMessage["content"][number], { type: "tool-result" }>;

/** One turn: what the person said and all that the agent did about it. It is kept or left out as a whole. */
export type Turn = { runId: string; messages: ModelMessage[] };

/** The stored conversation as the model reads it: each call with exactly one result, in the order it asked. */
export function modelTurns(context: Pick<RunContext, "run" | "messages" | "steps" | "calls">): Turn[] {
  const stepsOf = Map.groupBy(context.steps, (step) => step.run_id);
  const callById = new Map(context.calls.map((call) => [call.id, call]));
  const turns: Turn[] = [];
  for (const message of context.messages) {
    if (message.role === "user") {
      turns.push({ runId: message.run_id, messages: [{ role: "user", content: message.text }] });
      continue;
    }
    const turn = turns.at(-1);
    const steps = stepsOf.get(message.run_id) ?? [];
    for (const step of steps) {
      if (!step.cut_off) turn?.messages.push(...stepMessages(step.parts, callById));
      // What was cut off is asked for again, and that answer stands; where a run ended with it, its words do.
      else if (step === steps.at(-1) && message.run_id !== context.run.id) {
        turn?.messages.push(...cutOffMessages(step.parts));
      }
    }
  }
  return turns;
}

/*
 * What a model makes up stays stored as it wrote it. In its history it would spoil every later request: a server that
 * knows only names of this form, or only objects, refuses all of it. The call's result says what was wrong.
 */
const acceptedName = (name: string): string => name.replace(/[^\w-]/g, "_").slice(0, 64) || "unknown";

function acceptedInput(written: string): Record<string, unknown> {
  const input: unknown = JSON.parse(written);
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject && findUnstorable(input) === null ? { ...input } : {};
}

function cutOffMessages(parts: StepPart[]): ModelMessage[] {
  const words = wordsOf(parts);
  return words === "" ? [] : [{ role: "assistant", content: `${words} [cut off here]` }];
}

function stepMessages(parts: StepPart[], callById: Map<string, HistoryCall>): ModelMessage[] {
  const content: Exclude<AssistantModelMessage["content"], string> = [];
  const results: ToolResult[] = [];
  for (const part of parts) {
    const options = part.providerMetadata ? { providerOptions: part.providerMetadata } : {};
    if (part.type !== "tool-call") {
      content.push({ type: part.type, text: part.text, ...options });
      continue;
    }
    const call = callById.get(part.callId);
    if (!call) continue;
    const { toolCallId } = part;
    const toolName = acceptedName(part.toolName);
    content.push({
      type: "tool-call",
      toolCallId,
      toolName,
      input: acceptedInput(call.arguments),
      ...options,
    });
    results.push({ type: "tool-result", toolCallId, toolName, output: resultForModel(call) });
  }
  const messages: ModelMessage[] = [];
  if (content.length > 0) messages.push({ role: "assistant", content });
  if (results.length > 0) messages.push({ role: "tool", content: results });
  return messages;
}

const withoutOutcome: Partial<Record<HistoryCall["state"], string>> = {
  approved: leftOverSentence,
  cancelled: cancelledSentence,
  executing: interruptedSentence,
  expired: expiredSentence,
  interrupted: interruptedSentence,
};

function resultForModel(call: HistoryCall): ToolResult["output"] {
  if (call.state === "succeeded") {
    const output = outputForModel(call.output ?? "", call.output_length ?? 0);
    return { type: "text", value: withApproverNote(call.note, output) };
  }
  const error = call.error ?? withoutOutcome[call.state] ?? "Not run.";
  return { type: "error-text", value: withApproverNote(call.note, outputForModel(error, error.length)) };
}
