import { type LanguageModelV4, NoSuchModelError } from "@ai-sdk/provider";
import { describeModelError } from "./describe-model-error.ts";

/** Servers list these beside the models that chat. */
const cannotChat = /embed|whisper|tts|rerank|moderation|dall-e|transcribe/i;

/** A model that is chosen when it is first used: the first one the server lists that can chat. */
export function firstListedModel(
  id: string,
  list: (signal?: AbortSignal) => Promise<string[]>,
  create: (id: string) => LanguageModelV4,
): LanguageModelV4 {
  let chosen: LanguageModelV4 | undefined;
  const choose = async (signal: AbortSignal | undefined): Promise<LanguageModelV4> => {
    if (chosen) return chosen;
    const first = (await list(signal)).find((candidate) => !cannotChat.test(candidate));
    if (first === undefined) throw new NoSuchModelError({ modelId: id, modelType: "languageModel" });
    chosen = create(first);
    return chosen;
  };
  /** A server that has dropped the model lists another one by now. */
  const ask = async <Answer>(
    signal: AbortSignal | undefined,
    question: (model: LanguageModelV4) => PromiseLike<Answer>,
  ): Promise<Answer> => {
    const model = await choose(signal);
    try {
      return await question(model);
    } catch (error) {
      if (describeModelError(error).code === "model_not_found") chosen = undefined;
      throw error;
    }
  };
  return {
    specificationVersion: "v4",
    provider: "openai-compatible",
    modelId: id,
    supportedUrls: {},
    doGenerate: (options) => ask(options.abortSignal, (model) => model.doGenerate(options)),
    doStream: (options) => ask(options.abortSignal, (model) => model.doStream(options)),
  };
}
