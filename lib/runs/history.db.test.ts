import { afterAll, beforeAll, expect, test } from "vitest";
import { getConversation } from "../conversations/get.ts";
import { sql } from "../db/sql.ts";
import { loadContext } from "./load-context.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("the provider's metadata of each part is stored and sent back as it came", async () => {
  const thought = { scripted: { itemId: "rs_1", encrypted: "abc\\u0000" } };
  const asked = { scripted: { itemId: "fc_1" } };
  const play = await stage.begin(
    {
      reasoning: { text: "Let me think.", metadata: thought },
      calls: [{ tool: "erase", input: { name: "it" }, id: "call_1", metadata: asked }],
    },
    says("Done."),
  );
  await play.say("go");
  await play.answer({ decision: "approve" });
  const assistant = play.model.prompts[1]?.find((message) => message.role === "assistant");
  expect(assistant?.content).toMatchObject([
    { type: "reasoning", text: "Let me think.", providerOptions: thought },
    { type: "tool-call", toolCallId: "call_1", input: { name: "it" }, providerOptions: asked },
  ]);
  const result = play.model.prompts[1]?.at(-1);
  expect(result?.content).toMatchObject([{ type: "tool-result", toolCallId: "call_1", toolName: "erase" }]);
});

test("reasoning stays before the call that it led to", async () => {
  const part = (itemId: string) => ({ scripted: { itemId } });
  const play = await stage.begin(
    {
      reasoning: { text: "First this.", metadata: part("rs_1") },
      calls: [{ tool: "look", input: { name: "one" }, id: "call_1" }],
      goesOn: {
        reasoning: { text: "Then that.", metadata: part("rs_2") },
        calls: [{ tool: "look", input: { name: "two" }, id: "call_2" }],
      },
    },
    says("Done."),
  );
  await play.say("go");
  const assistant = play.model.prompts[1]?.find((message) => message.role === "assistant");
  expect(assistant?.content).toMatchObject([
    { type: "reasoning", text: "First this.", providerOptions: part("rs_1") },
    { type: "tool-call", toolCallId: "call_1" },
    { type: "reasoning", text: "Then that.", providerOptions: part("rs_2") },
    { type: "tool-call", toolCallId: "call_2" },
  ]);
});

test("ids that a provider gives out twice still mean one call each", async () => {
  const again = { tool: "look", id: "call_0" };
  const play = await stage.begin(
    calls({ ...again, input: { name: "one" } }, { ...again, input: { name: "two" } }),
    calls({ ...again, input: { name: "three" } }),
    says("Done."),
  );
  await play.say("go");
  const ids = (play.model.prompts.at(-1) ?? []).flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []))
      : [],
  );
  expect(new Set(ids).size).toBe(3);
  expect(play.model.results(1)).toEqual(["saw one", "saw two"]);
});

test("the model gets at most 32 kB of an output, and is told how much there is; the person gets all of it", async () => {
  const text = "é".repeat(40_000);
  stage.toolbox.world.set("long", text);
  const play = await stage.begin(calls(call("recite", { name: "long" })), says("Long."), says("Still long."));
  const run = await play.say("recite");
  expect(run.calls[0]?.result).toBe(text);
  const [given] = play.model.results();
  expect(given).toBe(`${"é".repeat(16_000)}\n[16000 of 40000 characters are shown]`);
  await play.say("and again");
  const [inHistory] = play.model.prompts[2]?.filter((message) => message.role === "tool") ?? [];
  expect(JSON.stringify(inHistory)).toContain("[16000 of 40000 characters are shown]");
});

test("an output beyond 1 MB is kept with its beginning and a note, and what cannot be stored is replaced", async () => {
  stage.toolbox.world.set("huge", "x".repeat(1_000_001));
  stage.toolbox.world.set("odd", "a\u0000b\ud800c");
  const play = await stage.begin(
    calls(call("recite", { name: "huge" }), call("recite", { name: "odd" })),
    says("I see."),
  );
  const run = await play.say("recite");
  expect(String(run.calls[0]?.result)).toContain("[cut: 1000000 of 1000001 characters are kept]");
  const replaced = "a\ufffdb\ufffdc\n[characters that cannot be stored were replaced by \ufffd]";
  expect(run.calls[1]?.result).toBe(replaced);
  expect(play.model.results()[1]).toBe(replaced);
});

test("a secret is masked before an output is cut: no half of it stays", async () => {
  stage.toolbox.secrets.KEY = "0123456789abcdef";
  stage.toolbox.world.set("cut", `${"x".repeat(999_990)}0123456789abcdef`);
  const play = await stage.begin(calls(call("recite", { name: "cut" })), says("Read."));
  const run = await play.say("recite");
  delete stage.toolbox.secrets.KEY;
  expect(String(run.calls[0]?.result)).not.toContain("0123");
  expect(String(run.calls[0]?.result)).toContain("x[secret K");
});

test("what was left out is still said of a step that then broke off", async () => {
  stage.toolbox.world.set("bulk", "word ".repeat(6_000));
  const recite = () => [calls(call("recite", { name: "bulk" })), says("Read.")];
  const play = await stage.begin(...recite(), ...recite(), ...recite(), {
    says: ["Half of "],
    breaks: new Error("gone"),
  });
  for (const turn of ["one", "two", "three"]) await play.say(turn);
  await play.say("four");
  const told = ["left-out", "cut-off"];
  const shown = (await play.stream()).flatMap(({ chunk }) => (chunk.type === "data-notice" ? [chunk] : []));
  expect(shown.map(({ data }) => (data as { kind: string }).kind)).toEqual(told);
  expect(new Set(shown.map(({ id }) => id)).size).toBe(2);
  const { messages } = await getConversation(stage.database, play.conversationId, { limit: 50 });
  const kept = messages
    .at(-1)
    ?.parts.flatMap((part) => (part.type === "data-notice" ? [part.data.kind] : []));
  expect(kept).toEqual(told);
});

test("the model gets no more of a failure than of an output, and a failure is kept up to 1 MB", async () => {
  stage.toolbox.world.set("why", "y".repeat(1_200_000));
  const play = await stage.begin(calls(call("fail", { name: "why" })), says("It failed."));
  const run = await play.say("try");
  expect(run.calls[0]?.error).toMatch(/y\n\[cut: 1000000 of 1200008 characters are kept\]$/);
  expect(play.model.results()[0]).toMatch(/^Failed: y+\n\[32000 of \d+ characters are shown\]$/);
});

test("of outputs that no window could take, only the beginnings of the oldest are read", async () => {
  const play = await stage.begin(calls(call("look", { name: "first" })), says("Seen."));
  const { id: runId } = await play.say("look");
  await stage.rows(sql`
    insert into calls (id, run_id, conversation_id, step, position, tool, tool_name, arguments, arguments_digest, because,
      state, result, requested_at)
    select gen_random_uuid()::text, run_id, conversation_id, step, n, tool, tool_name, arguments, arguments_digest, because,
      state, to_jsonb(repeat('z', 40000)), requested_at + make_interval(secs => n)
    from calls, generate_series(1, 150) n where run_id = ${runId}`);
  const [run] = await stage.rows<{ epoch: number }>(sql`select epoch from runs where id = ${runId}`);
  const context = await loadContext(stage.database, runId, run?.epoch ?? 0);
  const lengths = context?.calls.map(({ output }) => output?.length) ?? [];
  expect(lengths).toHaveLength(151);
  expect(lengths.at(-1)).toBe(32_000);
  expect(lengths.slice(1, 20)).toEqual(Array(19).fill(500));
  expect(context?.calls.map(({ output_length }) => output_length).slice(1)).toEqual(Array(150).fill(40_000));
});

test("near the model's limit old outputs are shortened first, then old turns left out, and the page is told", async () => {
  stage.toolbox.world.set("big", "word ".repeat(6_000));
  const recite = () => [calls(call("recite", { name: "big" })), says("Read.")];
  const play = await stage.begin(...recite(), ...recite(), ...recite(), says("Short."));
  for (const turn of ["one", "two", "three"]) await play.say(turn);
  await play.say("four");
  const prompt = play.model.prompts.at(-1) ?? [];
  const asked = prompt.flatMap((message) => (message.role === "assistant" ? message.content : []));
  const calledIds = asked.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []));
  const answeredIds = prompt.flatMap((message) =>
    message.role === "tool"
      ? message.content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []))
      : [],
  );
  expect(answeredIds).toEqual(calledIds);
  expect(JSON.stringify(prompt).length).toBeLessThan(60_000);
  expect(JSON.stringify(prompt)).toContain("characters are shown]");
  expect(JSON.stringify(prompt.at(-1))).toContain("four");
  const notices = (await play.stream()).filter(({ chunk }) => chunk.type === "data-notice");
  expect(notices).toMatchObject([{ chunk: { data: { kind: "left-out" } } }]);
});
