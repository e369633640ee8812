import { type LanguageModelV4, NoSuchModelError } from "@ai-sdk/provider";

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
  return {
    specificationVersion: "v4",
    provider: "openai-compatible",
    modelId: id,
    supportedUrls: {},
    doGenerate: async (options) => (await choose(options.abortSignal)).doGenerate(options),
    doStream: async (options) => (await choose(options.abortSignal)).doStream(options),
  };
}
