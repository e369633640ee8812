import { createOpenAI } from "@ai-sdk/openai";
import { jsonSchema, streamText, tool } from "ai";
import { expect, test } from "vitest";
import { type Script, startScriptedProvider } from "./scripted-provider.ts";

async function ask(baseUrl: string) {
  const openai = createOpenAI({ baseURL: baseUrl, apiKey: "none" });
  const errors: unknown[] = [];
  const result = streamText({
    model: openai.chat("scripted"),
    prompt: "hello",
    tools: { write_file: tool({ inputSchema: jsonSchema({ type: "object" }) }) },
    maxRetries: 0,
    onError: ({ error }) => {
      errors.push(error);
    },
  });
  let text = "";
  const calls: { toolName: string; input: unknown }[] = [];
  try {
    for await (const part of result.fullStream) {
      if (part.type === "text-delta") text += part.text;
      if (part.type === "tool-call") calls.push({ toolName: part.toolName, input: part.input });
    }
  } catch (error) {
    errors.push(error);
  }
  return { text, calls, errors };
}

test("plays text and tool calls in turn and records what it was asked", async () => {
  const script: Script = [
    [
      { say: "Two files." },
      { call: "write_file", with: { path: "a" } },
      { call: "write_file", with: { path: "b" } },
    ],
    [{ say: "Done." }],
  ];
  await using provider = await startScriptedProvider(script);
  expect(await ask(provider.baseUrl)).toEqual({
    text: "Two files.",
    calls: [
      { toolName: "write_file", input: { path: "a" } },
      { toolName: "write_file", input: { path: "b" } },
    ],
    errors: [],
  });
  expect((await ask(provider.baseUrl)).text).toBe("Done.");
  expect(provider.requests.map((request) => request.body.messages.at(-1)?.content)).toEqual([
    "hello",
    "hello",
  ]);
});

test("holds an answer until it is released", async () => {
  const gate = Promise.withResolvers<void>();
  await using provider = await startScriptedProvider([
    [{ say: "first " }, { hold: gate.promise }, { say: "second" }],
  ]);
  let settled = false;
  const answer = ask(provider.baseUrl).finally(() => {
    settled = true;
  });
  await provider.arrived(1);
  expect(settled).toBe(false);
  gate.resolve();
  expect((await answer).text).toBe("first second");
});

test("cuts a stream in the middle", async () => {
  await using provider = await startScriptedProvider([[{ say: "half of " }, { cut: true }]]);
  const answer = await ask(provider.baseUrl);
  expect(answer.text).toBe("half of ");
  expect(answer.errors).toHaveLength(1);
});

test("refuses with a status, and says when its script is over", async () => {
  await using provider = await startScriptedProvider([
    { status: 429, message: "slow down", headers: { "retry-after": "1" } },
  ]);
  expect((await ask(provider.baseUrl)).errors[0]).toMatchObject({ statusCode: 429, message: "slow down" });
  expect((await ask(provider.baseUrl)).errors[0]).toMatchObject({ statusCode: 400 });
});
