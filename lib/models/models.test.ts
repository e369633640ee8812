import { LLMock } from "@copilotkit/aimock";
import { isStepCount, type LanguageModel, streamText, tool } from "ai";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { Config } from "../config.ts";
import { describeModelError } from "./describe-model-error.ts";
import { createModels } from "./models.ts";
import { beginnings, chatChunk, openWire } from "./test-wire.ts";

const server = new LLMock({ port: 0 });
beforeAll(async () => {
  await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
});

const settings = (more: Partial<Config["openai"]> = {}): Config["openai"] => ({
  apiKey: "sk-test-0123456789",
  baseUrl: `${server.url}/v1/`,
  model: "gpt-5.1",
  api: "responses",
  ...more,
});

async function ask(model: LanguageModel, prompt = "hello") {
  const tools = { delete_file: tool({ inputSchema: z.object({ path: z.string() }) }) };
  const result = streamText({
    model,
    prompt,
    tools,
    maxRetries: 0,
    stopWhen: isStepCount(1),
    onError: () => {},
  });
  let text = "";
  let reasoning = "";
  let error: unknown;
  const calls: unknown[] = [];
  try {
    for await (const part of result.stream) {
      if (part.type === "text-delta") text += part.text;
      if (part.type === "reasoning-delta") reasoning += part.text;
      if (part.type === "tool-call") calls.push({ tool: part.toolName, input: part.input });
      if (part.type === "error") error = part.error;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { text, reasoning, calls, error };
}

describe("without a key and a base URL", () => {
  it("is the demo model", async () => {
    const models = createModels({
      apiKey: undefined,
      baseUrl: undefined,
      model: undefined,
      api: "responses",
    });
    expect(models).toMatchObject({ provider: "demo", host: null, defaultModel: "demo" });
    expect(models.resolve("whatever")).toMatchObject({ id: "demo", contextTokens: 128_000 });
    expect(await models.list()).toEqual({ available: ["demo"], error: null });
  });
});

describe.each(["responses", "chat"] as const)("over %s", (api) => {
  it("streams text", async () => {
    server.onMessage("hello", { content: "Hi there, friend." });
    expect((await ask(createModels(settings({ api })).resolve(null).model)).text).toBe("Hi there, friend.");
  });

  it("brings several tool calls in their order", async () => {
    const toolCalls = ["a.md", "b.md"].map((path) => ({ name: "delete_file", arguments: { path } }));
    server.onMessage("hello", { toolCalls });
    expect((await ask(createModels(settings({ api })).resolve(null).model)).calls).toEqual([
      { tool: "delete_file", input: { path: "a.md" } },
      { tool: "delete_file", input: { path: "b.md" } },
    ]);
  });

  it.each([
    [401, "invalid_api_key", "provider_auth", false],
    [429, "rate_limit_exceeded", "rate_limited", true],
    [429, "insufficient_quota", "rate_limited", false],
    [404, "model_not_found", "model_not_found", false],
    [400, "context_length_exceeded", "context_overflow", false],
    [503, "overloaded", "provider_error", true],
  ])("turns %i %s into words", async (status, errorCode, code, retryable) => {
    server.onMessage("hello", {
      error: { message: "It was refused.", code: errorCode, type: errorCode },
      status,
    });
    const { error } = await ask(createModels(settings({ api })).resolve(null).model);
    expect(describeModelError(error)).toMatchObject({ code, retryable });
  });

  it("notices a stream that is cut in the middle", async () => {
    await using wire = await openWire(beginnings[api]);
    const { text, error } = await ask(createModels(settings({ api, baseUrl: wire.url })).resolve(null).model);
    expect(text).toBe("word ");
    expect(describeModelError(error)).toMatchObject({ code: "stream_cut", retryable: true });
  });
});

it("folds what a compatible server calls reasoning_content", async () => {
  const choices = [{ index: 0, delta: { reasoning_content: "Hm." }, finish_reason: null }];
  await using wire = await openWire([{ ...chatChunk, choices }, ...beginnings.chat]);
  const { model } = createModels(settings({ api: "chat", baseUrl: wire.url })).resolve(null);
  expect(await ask(model)).toMatchObject({ text: "word ", reasoning: "Hm." });
});

describe("the request", () => {
  it("keeps nothing on the server, and asks a reasoning model for its encrypted reasoning", async () => {
    await using wire = await openWire([]);
    await ask(createModels(settings({ baseUrl: wire.url })).resolve("gpt-5.1").model);
    expect(wire.bodies).toMatchObject([
      { model: "gpt-5.1", store: false, include: expect.arrayContaining(["reasoning.encrypted_content"]) },
    ]);
  });

  it("goes to the model that was asked for, else to the one that is set", async () => {
    server.onMessage("hello", { content: "Hi." });
    const models = createModels(settings({ api: "chat" }));
    expect(models.resolve("llama3.2")).toMatchObject({ id: "llama3.2", contextTokens: 32_000 });
    await ask(models.resolve("llama3.2").model);
    expect(server.getLastRequest()?.body).toMatchObject({ model: "llama3.2" });
    await ask(models.resolve(null).model);
    expect(server.getLastRequest()?.body).toMatchObject({ model: "gpt-5.1" });
  });

  it("needs no key on a compatible server, and without a model takes the first that is listed", async () => {
    server.onMessage("hello", { content: "Hi." });
    const models = createModels(settings({ apiKey: undefined, model: undefined, api: "chat" }));
    expect(models).toMatchObject({ provider: "openai-compatible", defaultModel: "auto" });
    expect((await ask(models.resolve(null).model)).text).toBe("Hi.");
    const { data } = (await (await fetch(`${server.url}/v1/models`)).json()) as {
      data: Array<{ id: string }>;
    };
    expect(server.getRequests().find((request) => request.method === "POST")?.body).toMatchObject({
      model: data[0]?.id,
    });
  });
});

describe("list", () => {
  it("is what the server offers, sorted", async () => {
    const { available, error } = await createModels(settings()).list();
    expect(error).toBeNull();
    expect(available.length).toBeGreaterThan(0);
    expect(available).toEqual([...available].sort());
  });

  it("is empty, with a sentence, when nobody answers", async () => {
    const { available, error } = await createModels(settings({ baseUrl: "http://127.0.0.1:1/v1" })).list();
    expect(available).toEqual([]);
    expect(error).toContain("cannot be reached");
  });
});

describe("who answers", () => {
  it("is OpenAI with a key alone", () => {
    const models = createModels(settings({ baseUrl: undefined, model: undefined }));
    expect(models).toMatchObject({ provider: "openai", host: "api.openai.com" });
    expect(models.resolve(null)).toMatchObject({ id: models.defaultModel, contextTokens: 400_000 });
    expect(models.resolve("something-new").contextTokens).toBe(128_000);
    expect(models.resolve("gpt-4.1-mini").contextTokens).toBe(1_047_576);
  });
});
