import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { isDeeperThan } from "../tools/authored/json-depth.ts";

/** Several times what any model says at most: beyond it the answer goes round in circles. */
const mostCharacters = 2_000_000;

/** The SDK copies arguments by recursion, and nothing of ours accepts half of this. */
const deepest = 128;

/** The model, held to an end and to arguments that can be taken in hand. */
export const boundedModel = (model: LanguageModelV4): LanguageModelV4 =>
  wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: "v4",
      wrapStream: async ({ doStream }) => {
        const { stream, ...rest } = await doStream();
        return { stream: stream.pipeThrough(bounds()), ...rest };
      },
    },
  });

function bounds(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  let said = 0;
  return new TransformStream({
    transform(part, controller) {
      said += sizeOf(part);
      if (said > mostCharacters) {
        controller.enqueue({ type: "error", error: new Error("The answer does not come to an end.") });
        controller.terminate();
      } else controller.enqueue(part.type === "tool-call" ? shallow(part) : part);
    },
  });
}

/** Each counts for something: there is no end of empty ones either. */
function sizeOf(part: LanguageModelV4StreamPart): number {
  if ("delta" in part) return part.delta.length + 1;
  return part.type === "tool-call" ? part.input.length + 1 : 1;
}

/** Arguments that are nested too deep stay a text, as those that are no JSON do: the call is refused, not the run. */
function shallow<Call extends { input: string }>(call: Call): Call {
  return isDeeperThan(call.input, deepest) ? { ...call, input: JSON.stringify(call.input) } : call;
}
