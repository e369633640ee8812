import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { runBudget } from "../policy/budget.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Play, type Stage, wordsShown } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const lastWords = async (play: Play) => {
  const [row] = await stage.rows<{ text: string }>(
    sql`select text from steps where conversation_id = ${play.conversationId} order by index desc limit 1`,
  );
  return row?.text;
};

test("invalid arguments, unknown tools and what cannot succeed go back to the model, and nobody is asked", async () => {
  const play = await stage.begin(
    calls(
      call("erase", { nam: "typo" }),
      call("erase", "{not json"),
      call("explode", { name: "x" }),
      call("constructor", {}),
      call("erase", { name: "nothing" }),
      call("erase", { name: "half \ud800 a character" }),
      call("erase", { name: "nul \u0000" }),
      call("erase", `{"name": ${"[".repeat(20_000)}${"]".repeat(20_000)}}`),
      call("explode", "[".repeat(20_000) + "]".repeat(20_000)),
    ),
    says("I see."),
  );
  const run = await play.say("go");
  expect(run).toMatchObject({ state: "completed", approvals: [] });
  expect(run.calls.map((each) => each.state)).toEqual(Array(9).fill("denied"));
  expect(play.model.results()).toEqual([
    'Not run: invalid arguments: The field "name" is missing.',
    "Not run: invalid arguments: The arguments must be a JSON object.",
    "Not run: there is no tool named 'explode'.",
    "Not run: there is no tool named 'constructor'.",
    "Not run: There is nothing by that name.",
    expect.stringContaining("half of a surrogate pair"),
    expect.stringContaining("NUL character"),
    "Not run: invalid arguments: It is nested deeper than 64 levels.",
    "Not run: there is no tool named 'explode'.",
  ]);
});

test("what no server accepts in a history is told in a form that all do, and kept as the model wrote it", async () => {
  const long = "x".repeat(80);
  const written = ['{"name": "cut', '"words"', "[1]", '{"name": "half \\ud800"}'];
  const play = await stage.begin(
    calls(
      ...written.map((input) => call("erase", input)),
      call("functions.erase", {}),
      call(long, {}),
      call("", {}),
    ),
    says("I see."),
  );
  const run = await play.say("go");
  expect(run.calls.map(({ arguments: kept }) => kept).slice(0, 3)).toEqual(['{"name": "cut', "words", [1]]);
  expect(run.calls[4]?.tool.name).toBe("functions.erase");
  const [asked, answered] = (play.model.prompts.at(-1) ?? []).slice(-2);
  const told = (asked?.role === "assistant" ? asked.content : []).flatMap((part) =>
    part.type === "tool-call" ? [part] : [],
  );
  expect(told.map(({ input }) => input)).toEqual(Array(7).fill({}));
  const names = [...Array(4).fill("erase"), "functions_erase", "x".repeat(64), "unknown"];
  expect(told.map(({ toolName }) => toolName)).toEqual(names);
  expect(answered?.content).toMatchObject(names.map((toolName) => ({ type: "tool-result", toolName })));
});

test("a tool that does not exist has no source", async () => {
  const play = await stage.begin(calls(call("explode", {})), says("I see."));
  const [refused] = (await play.say("go")).calls;
  expect(refused?.tool).toEqual({ name: "explode", title: "explode", source: null, risk: "L5" });
});

test("why a call is refused names no configured secret that its arguments hold", async () => {
  stage.toolbox.secrets.KEY = "s3cret-value";
  const play = await stage.begin(
    calls(call("no s3cret-value", {}), call("erase", { name: "a", "s3cret-value": 1 })),
    says("I see."),
  );
  const run = await play.say("go");
  delete stage.toolbox.secrets.KEY;
  expect(run.calls.map(({ error }) => error)).toEqual([
    "Not run: there is no tool named 'no [secret KEY]'.",
    'Not run: invalid arguments: There is no field "[secret KEY]".',
  ]);
  expect(play.model.results()).toEqual(run.calls.map(({ error }) => error));
});

test("a tool that is switched off is refused, before the question and after it", async () => {
  const set = (enabled: boolean | null) =>
    stage.rows(sql`
      insert into tool_settings (tool_name, enabled) values ('erase', ${enabled}::boolean)
      on conflict (tool_name) do update set enabled = excluded.enabled`);
  const play = await stage.begin(
    calls(call("erase", { name: "off" })),
    calls(call("erase", { name: "off again" })),
    says("Well."),
  );
  await play.say("go");
  await set(false);
  await play.answer({ decision: "approve" });
  await set(null);
  expect(play.model.results(1)).toEqual(["Not run: the tool 'erase' was switched off."]);
  expect(play.model.results(2)).toEqual(["Not run: the tool 'erase' is switched off."]);
  expect(stage.toolbox.ran).toEqual([]);
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ state: "denied" }, { state: "denied" }],
  });
});

test("what a person rejected is refused when it is called again with the same arguments, without a second question", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "no" })),
    calls(call("erase", { name: "no" }), call("erase", { name: "another" })),
    says("All right."),
  );
  await play.say("go");
  await play.answer({ decision: "reject" });
  const run = await play.run();
  expect(run.approvals).toHaveLength(2);
  expect(run.calls.map((each) => each.state)).toEqual(["rejected", "denied", "pending"]);
  await play.answer({ decision: "approve" }, 1);
  expect(play.model.results()).toEqual([
    expect.stringContaining("a person already rejected this same call in this run"),
    '{"erased": "another"}',
  ]);
});

test("a run that repeats the same call is ended with a clear last message", async () => {
  const again = calls(call("look", { name: "same" }));
  const play = await stage.begin(...Array(runBudget.identicalCalls).fill(again));
  expect(await play.say("loop")).toMatchObject({ state: "completed", error: null });
  expect(await lastWords(play)).toBe(
    "I stopped here: look was called 4 times in a row with the same arguments. Tell me how to go on.",
  );
  expect(play.model.linesLeft).toBe(0);
});

test("the same call again with others between is no loop", async () => {
  const look = (name: string) => calls(call("look", { name }));
  const rounds = Array.from({ length: runBudget.identicalCalls }, (_, n) => [
    look("same"),
    look(`other ${n}`),
  ]);
  const play = await stage.begin(...rounds.flat(), says("Done."));
  expect(await play.say("look again and again")).toMatchObject({ state: "completed" });
  expect(await lastWords(play)).toBe("Done.");
});

test("a run that takes too many steps is ended with a clear last message", async () => {
  const play = await stage.begin(
    ...Array.from({ length: runBudget.steps }, (_, n) => calls(call("look", { name: `${n}` }))),
  );
  expect(await play.say("loop")).toMatchObject({ state: "completed" });
  expect(await lastWords(play)).toContain("after 50 steps");
});

test("an answer that takes all the time that a run may work is ended with what was said and a clear last message", async () => {
  const play = await stage.begin(
    calls(call("stand", { name: "for long" })),
    {
      reasoning: { text: "Hm.", metadata: { openai: { itemId: "rs_1" } } },
      says: ["Let me ", "think"],
      until: new Promise(() => {}),
    },
    says("Going on."),
  );
  const runId = await play.begin("go");
  const { entered, open } = stage.toolbox.door("for long");
  await entered;
  const almost = runBudget.workingMilliseconds - 1_500;
  await stage.rows(sql`update runs set working_milliseconds = ${almost}::int where id = ${runId}`);
  open("done");
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed", error: null });
  const last = "I stopped here after 30 minutes of work. Tell me whether to go on.";
  expect(await lastWords(play)).toBe(`Let me think\n${last}`);
  const shown = await play.stream();
  expect(wordsShown(shown)).toBe("Let me think");
  expect(shown.at(-2)?.chunk).toMatchObject({ type: "data-notice", data: { kind: "budget", text: last } });
  // A provider takes no half of an answer back: it is told the words alone.
  await play.say("Go on.");
  expect(play.model.prompts.at(-1)?.at(-2)).toEqual({
    role: "assistant",
    content: [{ type: "text", text: `Let me think\n${last} [cut off here]`, providerOptions: undefined }],
    providerOptions: undefined,
  });
});

test("a tool that fails says so to the model, and one that breaks down tells nothing of its insides", async () => {
  const play = await stage.begin(
    calls(call("fail", { name: "plainly" }), call("fail", { name: "unexpectedly" })),
    says("I see."),
  );
  const run = await play.say("go");
  expect(run.calls.map((each) => each.state)).toEqual(["failed", "failed"]);
  expect(play.model.results()).toEqual([
    "Failed: It could not be done.",
    "Failed: the tool broke down unexpectedly. What it did until then is not known.",
  ]);
});
