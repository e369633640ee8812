import "./unset-empty-base-url.ts";

import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import { defaultSettingsMiddleware, extractReasoningMiddleware, wrapLanguageModel } from "ai";
import type { Config } from "../config.ts";
import { contextTokens } from "./context-tokens.ts";
import { DemoModel } from "./demo/demo-model.ts";
import { describeModelError } from "./describe-model-error.ts";
import { firstListedModel } from "./first-listed-model.ts";
import { listModels } from "./list-models.ts";

export type Models = {
  provider: "demo" | "openai" | "openai-compatible";
  host: string | null;
  defaultModel: string;
  /** `null` is the default model. The options that a model needs are already on it. */
  resolve(id: string | null): { model: LanguageModelV4; id: string; contextTokens: number };
  list(signal?: AbortSignal): Promise<{ available: string[]; error: string | null }>;
};

const openaiAddress = "https://api.openai.com/v1";
const openaiDefault = "gpt-5.1";
/**
 * What a compatible server offers is known only by asking it. With a base URL and no OPENAI_MODEL the default is
 * "auto": the first model that the server lists, asked for when it is first used, so that a base URL alone is enough.
 */
const firstListed = "auto";

const mostKept = 100;

/** The function, made to remember so many of its last results. */
function keepLast<Result>(most: number, make: (id: string) => Result): (id: string) => Result {
  const kept = new Map<string, Result>();
  return (id) => {
    const result = kept.get(id) ?? make(id);
    kept.delete(id);
    kept.set(id, result);
    const [oldest] = kept.keys();
    if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    return result;
  };
}

export function createModels(openai: Config["openai"]): Models {
  if (openai.apiKey === undefined && openai.baseUrl === undefined) return demoModels();
  const baseUrl = (openai.baseUrl ?? openaiAddress).replace(/\/+$/, "");
  const host = new URL(baseUrl).host;
  const isOpenai = host === new URL(openaiAddress).host;
  const defaultModel = openai.model ?? (isOpenai ? openaiDefault : firstListed);
  const list = (signal?: AbortSignal) => listModels({ baseUrl, apiKey: openai.apiKey }, signal);

  // Address and key are always given: without them the SDK would look into the environment by itself.
  const provider = createOpenAI({ baseURL: baseUrl, apiKey: openai.apiKey ?? "none" });
  // Servers that merely speak OpenAI's language have words of their own, as for reasoning: this one knows them.
  const compatible = createOpenAICompatible({
    name: "openai",
    baseURL: baseUrl,
    includeUsage: true,
    ...(openai.apiKey !== undefined && { apiKey: openai.apiKey }),
  });
  // Kept: to make one takes the SDK longer than the rest of a step's preparation.
  const create = keepLast(mostKept, (id: string): LanguageModelV4 => {
    if (openai.api === "responses") return withoutServerStorage(provider.responses(id));
    return isOpenai ? provider.chat(id) : withReasoningApart(compatible.chatModel(id));
  });
  const automatic = firstListedModel(firstListed, list, create);

  return {
    provider: isOpenai ? "openai" : "openai-compatible",
    host,
    defaultModel,
    resolve(requested) {
      const id = requested ?? defaultModel;
      const model = id === firstListed && !isOpenai ? automatic : create(id);
      return { model, id, contextTokens: contextTokens(id, isOpenai ? 128_000 : 32_000) };
    },
    async list(signal) {
      try {
        return { available: (await list(signal)).sort(), error: null };
      } catch (error) {
        return { available: [], error: describeModelError(error).message };
      }
    },
  };
}

/**
 * Conversations live in our database and go on after days, so nothing may depend on what the provider keeps. With
 * `store: false` the SDK also asks reasoning models for their encrypted reasoning, which we send back.
 */
function withoutServerStorage(model: LanguageModelV4): LanguageModelV4 {
  const settings = { providerOptions: { openai: { store: false } } };
  return wrapLanguageModel({ model, middleware: defaultSettingsMiddleware({ settings }) });
}

/** Over Chat Completions a reasoning model of one's own thinks aloud, between tags in its answer. */
function withReasoningApart(model: LanguageModelV4): LanguageModelV4 {
  return wrapLanguageModel({ model, middleware: extractReasoningMiddleware({ tagName: "think" }) });
}

function demoModels(): Models {
  const model = new DemoModel();
  return {
    provider: "demo",
    host: null,
    defaultModel: model.modelId,
    resolve: () => ({ model, id: model.modelId, contextTokens: 128_000 }),
    list: async () => ({ available: [model.modelId], error: null }),
  };
}
