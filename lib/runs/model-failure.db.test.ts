import { APICallError } from "@ai-sdk/provider";
import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { getConversation } from "../conversations/get.ts";
import { sql } from "../db/sql.ts";
import { retryRun } from "./retry.ts";
import { startRun } from "./start.ts";
import { call, calls, says } from "./test-model.ts";
import { theConversation, whileLocked } from "./test-overlap.ts";
import { openStage, type Stage, typesShown, wordsShown } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const apiError = (statusCode: number, responseHeaders: Record<string, string> = {}) =>
  new APICallError({
    message: "the provider's own words",
    url: "http://provider.example",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });

test("a model call that fails fails the run with a sentence; a retry repeats it under the same id and runs no tool again", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "once" })),
    { fails: apiError(401) },
    says("It is done."),
  );
  const asked = await play.say("erase it");
  await play.answer({ decision: "approve" });
  const failed = await play.run();
  expect(failed).toMatchObject({ state: "failed", calls: [{ state: "succeeded" }] });
  expect(failed.error?.message).toMatch(/key/i);
  expect(typesShown(await play.stream()).at(-1)).toBe("error");

  const retried = await retryRun(stage, { runId: failed.id, by: owner });
  expect(retried).toMatchObject({ id: asked.id, error: null });
  await stage.idle();
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ id: asked.calls[0]?.id, state: "succeeded" }],
  });
  expect(stage.toolbox.ran.filter((line) => line === "erase once")).toHaveLength(1);
  expect(play.model.results()).toEqual(['{"erased": "once"}']);
});

test("a rate limit and a 5xx are tried again visibly, and the run goes on", async () => {
  const soon = { "retry-after-ms": "1" };
  const play = await stage.begin(
    { fails: apiError(429, soon) },
    { fails: apiError(503, soon) },
    says("At last."),
  );
  const runId = await play.begin("hello");
  const items = await play.stream();
  await stage.idle();
  expect(wordsShown(items)).toBe("At last.");
  const status = items.flatMap(({ chunk }) => (chunk.type === "data-status" ? [chunk.data] : []));
  expect(status).toMatchObject([
    { kind: "thinking" },
    { kind: "retrying" },
    { kind: "thinking" },
    { kind: "retrying" },
    { kind: "thinking" },
  ]);
  expect(await play.run()).toMatchObject({
    id: runId,
    state: "completed",
    steps: [{ finishReason: "stop" }],
  });
});

test("a stream that breaks in the middle keeps what was said, marked as cut off, and the retry says it whole", async () => {
  const play = await stage.begin(
    { says: ["Half of ", "an answ"], breaks: apiError(500) },
    says("The whole answer."),
  );
  const failed = await play.say("speak");
  expect(failed).toMatchObject({ state: "failed", steps: [{ finishReason: null }] });
  const kept = () =>
    stage.rows(sql`select text, cut_off from steps where run_id = ${failed.id} order by index`);
  expect(await kept()).toEqual([{ text: "Half of an answ", cut_off: true }]);
  await retryRun(stage, { runId: failed.id, by: owner });
  await stage.idle();
  expect(await kept()).toEqual([
    { text: "Half of an answ", cut_off: true },
    { text: "The whole answer.", cut_off: false },
  ]);
  expect(JSON.stringify(play.model.prompts[1])).not.toContain("Half of");
});

test("only a failed run can be retried, and only while no later message went on from it", async () => {
  const play = await stage.begin(says("Fine."), { fails: apiError(401) }, says("Later."));
  const completed = await play.say("one");
  await expect(retryRun(stage, { runId: completed.id, by: owner })).rejects.toMatchObject({
    code: "conflict",
  });
  const failed = await play.say("two");
  await play.say("three");
  await expect(retryRun(stage, { runId: failed.id, by: owner })).rejects.toMatchObject({
    code: "conflict",
    message: "A later message went on from here: send a new one.",
  });
  await expect(retryRun(stage, { runId: "nobody", by: owner })).rejects.toMatchObject({ code: "not_found" });
});

test("a retry that meets a message being sent is told that a later one went on", async () => {
  const play = await stage.begin({ fails: apiError(401) }, says("Later."));
  const { id } = await play.say("go");
  const { conversationId } = play;
  const settled = await whileLocked<unknown>(stage.database, theConversation(conversationId), [
    () => startRun(stage, { conversationId, text: "later", by: owner }),
    () => retryRun(stage, { runId: id, by: owner }),
  ]);
  await stage.idle();
  expect(settled).toMatchObject([
    { status: "fulfilled", value: { runId: expect.any(String) } },
    { status: "rejected", reason: { code: "conflict", details: { run: { id, state: "failed" } } } },
  ]);
});

test("two retries at once: one goes on, the other is told", async () => {
  const play = await stage.begin({ fails: apiError(401) }, says("Once."));
  const { id } = await play.say("go");
  const settled = await Promise.allSettled([1, 2].map(() => retryRun(stage, { runId: id, by: owner })));
  await stage.idle();
  expect(settled.map((each) => each.status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(play.model.prompts).toHaveLength(2);
});

test("two runs that are retried at once do not pass the limit together", async () => {
  const runs: string[] = [];
  for (const word of ["One.", "Two."]) {
    const play = await stage.begin({ fails: apiError(401) }, says(word));
    runs.push((await play.say("go")).id);
  }
  const settled = await Promise.allSettled(
    runs.map((runId) => retryRun(stage, { runId, by: owner, maximumRuns: 1 })),
  );
  await stage.idle();
  expect(settled).toMatchObject([{ status: "fulfilled" }, { reason: { code: "unavailable" } }]);
});

test("words that cannot be stored are replaced, and a character that came in two pieces is whole", async () => {
  const [high, low] = ["😀".slice(0, 1), "😀".slice(1)];
  const play = await stage.begin(says("a\u0000b ", high, low, " \udc00 ", high));
  const run = await play.say("hello \u0000 \ud800");
  expect(run.state).toBe("completed");
  const [step] = await stage.rows(sql`select text from steps where run_id = ${run.id}`);
  expect(step).toEqual({ text: "a\ufffdb 😀 \ufffd \ufffd" });
  expect(wordsShown(await play.stream())).toContain("a\ufffdb 😀 \ufffd");
});

test("an error that nobody foresaw fails the run, and a retry goes on", async () => {
  const play = await stage.begin(calls(call("look", { name: "x" })), says("Seen."));
  await stage.rows(
    sql`alter table calls add constraint refuse_claims check (state <> 'executing') not valid`,
  );
  try {
    const run = await play.say("look");
    expect(run).toMatchObject({
      state: "failed",
      error: { code: "internal" },
      calls: [{ state: "cancelled" }],
    });
    expect(typesShown(await play.stream()).at(-1)).toBe("error");
  } finally {
    await stage.rows(sql`alter table calls drop constraint refuse_claims`);
  }
  const { id } = await play.run();
  await retryRun(stage, { runId: id, by: owner });
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed" });
  expect(play.model.results()[0]).toContain("Not run: something went wrong");
});

test("where people are still asked, a broken sibling leaves the run waiting for them", async () => {
  const play = await stage.begin(
    calls(call("look", { name: "y" }), call("erase", { name: "still asked" })),
    says("Done."),
  );
  await stage.rows(
    sql`alter table calls add constraint refuse_claims check (state <> 'executing') not valid`,
  );
  try {
    expect(await play.say("go")).toMatchObject({
      state: "waiting",
      calls: [{ state: "cancelled" }, { state: "pending" }],
    });
  } finally {
    await stage.rows(sql`alter table calls drop constraint refuse_claims`);
  }
  await play.answer({ decision: "approve" });
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ state: "cancelled" }, { state: "succeeded" }],
  });
});

test("an answer that stopped at its greatest length says so, while it is watched and ever after", async () => {
  const play = await stage.begin({ says: ["As I was say"], ends: "length" });
  expect(await play.say("go")).toMatchObject({ state: "completed" });
  const told = { kind: "cut-off", text: expect.stringContaining("as long as the model may answer") };
  const shown = (await play.stream()).flatMap(({ chunk }) =>
    chunk.type === "data-notice" ? [chunk.data] : [],
  );
  expect(shown).toEqual([told]);
  const { messages } = await getConversation(stage.database, play.conversationId, { limit: 50 });
  const kept = messages[1]?.parts.flatMap((part) => (part.type === "data-notice" ? [part.data] : []));
  expect(kept).toEqual([told]);
});
