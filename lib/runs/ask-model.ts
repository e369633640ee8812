import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  isStepCount,
  jsonSchema,
  type ModelMessage,
  streamText,
  type ToolSet,
  tool,
  type UIMessageChunk,
} from "ai";
import { storableText, storableValue, wholeCharacters } from "../policy/storable-text.ts";
import type { Tool } from "../tools/tool.ts";
import { boundedModel } from "./bounded-model.ts";
import type { StepPart } from "./parts.ts";

export type AskedCall = {
  toolCallId: string;
  toolName: string;
  input: unknown;
  providerMetadata: StepPart["providerMetadata"];
};

type SaidPart = Extract<StepPart, { type: "text" | "reasoning" }>;

/** `call` is the place of one of the calls among what was said. */
export type ModelAnswer = {
  parts: (SaidPart | { type: "call"; position: number })[];
  calls: AskedCall[];
  finishReason: string | null;
};

/** The stream broke off: what had come until then is kept. */
export class ModelFailure extends Error {
  readonly partial: StepPart[];
  constructor(cause: unknown, partial: StepPart[]) {
    super("The model call failed.", { cause });
    this.partial = partial;
  }
}

/** A part that still grows, and half of a character that a provider sent in two pieces. */
type Growing = { part: SaidPart; held: string };

export type ModelRequest = {
  model: LanguageModelV4;
  instructions: string;
  messages: ModelMessage[];
  tools: readonly Tool[];
  signal: AbortSignal;
  /** Text and reasoning as they come. Calls are not shown here: they are saved first. */
  show: (chunk: UIMessageChunk) => void;
};

/** One model call. Its tools have no `execute`: nothing runs in here. */
export async function askModel(request: ModelRequest): Promise<ModelAnswer> {
  const parts: ModelAnswer["parts"] = [];
  const calls: AskedCall[] = [];
  const open = new Map<string, Growing>();
  let finishReason: string | null = null;
  let failure: unknown = null;
  try {
    const result = streamText({
      model: boundedModel(request.model),
      instructions: request.instructions,
      messages: request.messages,
      tools: toolSet(request.tools),
      stopWhen: isStepCount(1),
      maxRetries: 0,
      abortSignal: request.signal,
      onError: () => {},
    });
    for await (const part of result.stream) {
      switch (part.type) {
        case "text-start":
        case "reasoning-start": {
          const type = part.type === "text-start" ? "text" : "reasoning";
          const begun: Growing["part"] = { type, text: "", ...metadata(part.providerMetadata) };
          parts.push(begun);
          open.set(part.id, { part: begun, held: "" });
          request.show({ type: part.type, id: part.id });
          break;
        }
        case "text-delta":
        case "reasoning-delta": {
          const growing = open.get(part.id);
          if (!growing) break;
          const { whole, held } = wholeCharacters(growing.held + part.text);
          growing.held = held;
          const delta = storableText(whole);
          growing.part.text += delta;
          Object.assign(growing.part, metadata(part.providerMetadata));
          if (delta !== "") request.show({ type: part.type, id: part.id, delta });
          break;
        }
        case "text-end":
        case "reasoning-end": {
          const growing = open.get(part.id);
          if (growing) {
            growing.part.text += storableText(growing.held);
            Object.assign(growing.part, metadata(part.providerMetadata));
          }
          request.show({ type: part.type, id: part.id });
          break;
        }
        case "tool-call":
          parts.push({ type: "call", position: calls.length });
          calls.push({
            toolCallId: storableText(part.toolCallId),
            toolName: storableText(part.toolName).slice(0, 200),
            input: part.input,
            providerMetadata: metadata(part.providerMetadata).providerMetadata,
          });
          break;
        case "finish-step":
          finishReason = part.finishReason;
          break;
        case "error":
          failure = part.error;
          break;
        case "abort":
          failure ??= request.signal.reason;
          break;
        default:
          break;
      }
    }
  } catch (error) {
    failure = error;
  }
  failure ??= unfinished(finishReason);
  const kept = parts.filter((part) => part.type === "call" || part.text !== "" || part.providerMetadata);
  if (failure !== null) {
    throw new ModelFailure(
      failure,
      kept.filter((part) => part.type !== "call"),
    );
  }
  return { parts: kept, calls, finishReason };
}

/** A provider says at the end why it ended. Where it could not, the SDK ends the answer all the same, in these words. */
function unfinished(finishReason: string | null): Error | null {
  if (finishReason === null || finishReason === "interrupted") {
    return new Error("The stream ended without a finish.");
  }
  return finishReason === "error" ? new Error("The provider ended the answer with an error.") : null;
}

function metadata(value: StepPart["providerMetadata"]): { providerMetadata?: StepPart["providerMetadata"] } {
  return value ? { providerMetadata: storableValue(value) as StepPart["providerMetadata"] } : {};
}

function toolSet(tools: readonly Tool[]): ToolSet {
  return Object.fromEntries(
    tools.map((each) => [
      each.name,
      tool({ description: each.description, inputSchema: jsonSchema(each.inputSchema) }),
    ]),
  );
}
