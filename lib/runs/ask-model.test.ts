import type { LanguageModelV4 } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { describeModelError } from "../models/describe-model-error.ts";
import { createModels } from "../models/models.ts";
import { beginnings, chatChunk, openWire } from "../models/test-wire.ts";
import { askModel, ModelFailure } from "./ask-model.ts";
import { call, type Line, ScriptedModel } from "./test-model.ts";

const ask = (model: LanguageModelV4) =>
  askModel({
    model,
    instructions: "Answer.",
    messages: [{ role: "user", content: "hello" }],
    tools: [],
    signal: new AbortController().signal,
    show: () => {},
  });

async function failureOf(model: LanguageModelV4) {
  const failure = await ask(model).catch((error: unknown) => error);
  if (!(failure instanceof ModelFailure)) throw new Error("It counts as an answer.");
  return { code: describeModelError(failure.cause).code, partial: failure.partial };
}

const words = [{ type: "text", text: "word " }];
const asked = { type: "function_call", id: "f", call_id: "c1", name: "look", arguments: '{"name":"x"}' };
const calls = {
  chat: [
    {
      ...chatChunk,
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [{ index: 0, id: "c1", function: { name: "look", arguments: '{"name":"x"}' } }],
          },
          finish_reason: null,
        },
      ],
    },
  ],
  responses: [
    { type: "response.output_item.added", output_index: 1, item: { ...asked, arguments: "" } },
    { type: "response.output_item.done", output_index: 1, item: { ...asked, status: "completed" } },
  ],
};

describe.each(["responses", "chat"] as const)("over %s, a stream that just ends in the middle", (api) => {
  it.each([
    ["of the words", beginnings[api]],
    ["after a call", [...beginnings[api], ...calls[api]]],
    ["before the first word", []],
  ])("%s is a failure, and what was said is kept", async (_, chunks) => {
    await using wire = await openWire(chunks, "closes");
    const models = createModels({ apiKey: "none", baseUrl: wire.url, model: "m", api });
    const failure = await failureOf(models.resolve(null).model);
    expect(failure.code).toBe("stream_cut");
    expect(failure.partial).toMatchObject(chunks.length > 0 ? words : []);
  });
});

it("takes an answer that the provider ended with an error, and no other word of it, for a failure", async () => {
  const failed = { type: "response.failed", sequence_number: 9, response: { error: null } };
  await using wire = await openWire([...beginnings.responses, failed], "closes");
  const models = createModels({ apiKey: "none", baseUrl: wire.url, model: "m", api: "responses" });
  expect(await failureOf(models.resolve(null).model)).toMatchObject({
    code: "provider_error",
    partial: words,
  });
});

it.each([
  ["interrupted", "stream_cut"],
  ["error", "provider_error"],
] as const)("asks for nothing in an answer that ended as '%s'", async (ends, code) => {
  const line: Line = { says: ["word "], calls: [call("look", { name: "x" })], ends };
  expect(await failureOf(new ScriptedModel("m", [line]))).toMatchObject({ code, partial: words });
});

it.each([
  ["says one thing on and on", { says: Array(300).fill("again and again ".repeat(500)) }],
  ["calls with arguments that have no end", { calls: [call("look", `{"name":"${"x".repeat(2_000_000)}"}`)] }],
])("stops an answer that %s", async (_, line: Line) => {
  const model = new ScriptedModel("m", [line]);
  const failure = await failureOf(model);
  expect(failure.code).toBe("provider_error");
  expect(JSON.stringify(failure.partial).length).toBeLessThan(2_001_000);
});

it.each([129, 20_000])(
  "keeps arguments that are nested %i levels deep as the text that they are",
  async (levels) => {
    const input = "[".repeat(levels) + "]".repeat(levels);
    const { calls } = await ask(new ScriptedModel("m", [{ calls: [call("look", input)] }]));
    expect(calls.map((each) => each.input)).toEqual([input]);
  },
);
