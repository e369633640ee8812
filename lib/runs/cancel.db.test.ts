import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { getConversation } from "../conversations/get.ts";
import { sql } from "../db/sql.ts";
import { cancelRun } from "./cancel.ts";
import { openStream, type StreamItem } from "./open-stream.ts";
import { saveRun } from "./start.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage, typesShown, wordsShown } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("a stop while it waits cancels what is pending; nothing runs, and a late click is told", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "pending" }), call("erase", { name: "approved" })),
    says("As you wish."),
  );
  const { id: runId } = await play.say("go");
  await play.answer({ decision: "approve" }, 1);
  const cancelled = await cancelRun(stage, { runId, by: owner, channel: "chat" });
  expect(cancelled).toMatchObject({
    state: "cancelled",
    calls: [{ state: "cancelled" }, { state: "cancelled" }],
    approvals: [
      { status: "cancelled", decisions: [{ decision: "cancel", by: owner }] },
      { status: "approved", decisions: [{ decision: "approve" }] },
    ],
  });
  await expect(play.answer({ decision: "approve" }, 0)).rejects.toMatchObject({
    code: "conflict",
    message: "Already decided: cancelled.",
  });
  expect(stage.toolbox.ran).toEqual([]);
  await expect(cancelRun(stage, { runId, by: owner, channel: "chat" })).rejects.toMatchObject({
    code: "conflict",
    details: { run: { state: "cancelled" } },
  });
  await play.say("go on");
  expect(JSON.stringify(play.model.prompts[1])).toContain("Not run: the person stopped the run");
});

test("a stop while a tool runs aborts it; its outcome is unknown, and what it brings later goes to the audit only", async () => {
  const door = stage.toolbox.door("long");
  const play = await stage.begin(calls(call("guarded_stand", { name: "long" })));
  const { id: runId } = await play.say("go");
  const answering = play.answer({ decision: "approve" });
  await door.entered;
  const cancelled = await cancelRun(stage, { runId, by: owner, channel: "chat" });
  expect(cancelled).toMatchObject({ state: "cancelled", calls: [{ state: "interrupted" }] });
  expect(door.aborted).toBe(true);
  await answering;
  expect(await play.run()).toMatchObject({
    state: "cancelled",
    calls: [{ state: "interrupted", result: null }],
  });
  const reader = await play.stream();
  expect(reader.findLast(({ chunk }) => chunk.type === "data-call")).toMatchObject({
    chunk: { data: { call: { state: "interrupted" } } },
  });
});

test("a stop while the model speaks aborts it, and what it had said stays, marked as cut off", async () => {
  const asked = Promise.withResolvers<void>();
  const never = new Promise(() => {});
  const play = await stage.begin(
    { says: ["So far ", "so good"], until: never, asked: asked.resolve },
    says("Yes."),
  );
  const runId = await play.begin("speak");
  await asked.promise;
  let heard = "";
  const items: StreamItem[] = [];
  for await (const item of await openStream(stage, {
    runId,
    after: null,
    signal: AbortSignal.timeout(10_000),
  })) {
    items.push(item);
    heard = wordsShown(items);
    if (heard === "So far so good" && (await play.run()).state === "running") {
      await cancelRun(stage, { runId, by: owner, channel: "chat" });
    }
  }
  await stage.idle();
  expect(heard).toBe("So far so good");
  expect(items.some(({ chunk }) => chunk.type === "data-reset")).toBe(false);
  expect(items.at(-1)?.chunk.type).toBe("abort");
  expect(await play.run()).toMatchObject({ state: "cancelled", steps: [{ finishReason: null }] });
  const { messages } = await getConversation(stage.database, play.conversationId, { limit: 10 });
  expect(messages[1]?.parts).toMatchObject([
    { type: "step-start" },
    { type: "text", text: "So far so good" },
    { type: "data-notice", data: { kind: "cut-off" } },
  ]);
  await play.say("go on");
  expect(JSON.stringify(play.model.prompts.at(-1))).toContain("So far so good [cut off here]");
});

test("every stop is recorded with who stopped it, and where", async () => {
  const play = await stage.begin(calls(call("erase", { name: "recorded" })));
  const { id: runId } = await play.say("go");
  await cancelRun(stage, { runId, by: owner, channel: "api" });
  const rows = await stage.rows(sql`
    select type, actor, state, data from audit where run_id = ${runId} and actor = 'owner' order by sequence`);
  expect(rows).toEqual([
    { type: "run.state", actor: "owner", state: "running", data: null },
    {
      type: "approval.decided",
      actor: "owner",
      state: "cancelled",
      data: { decision: "cancel", channel: "api" },
    },
    { type: "run.state", actor: "owner", state: "cancelled", data: null },
  ]);
  expect((await play.run()).approvals).toMatchObject([{ decisions: [{ channel: "api" }] }]);
});

test("a call that was approved and not claimed yet is cancelled, and that is recorded as well", async () => {
  const play = await stage.begin(calls(call("erase", { name: "first" }), call("erase", { name: "second" })));
  const { id: runId, calls: made } = await play.say("go");
  await play.answer({ decision: "approve" }, 0);
  await cancelRun(stage, { runId, by: owner, channel: "chat" });
  const ended = await stage.rows(
    sql`select call_id, state from audit where run_id = ${runId} and type = 'call.ended'`,
  );
  expect(ended).toEqual([{ call_id: made[0]?.id, state: "cancelled" }]);
  expect(stage.toolbox.ran).not.toContain("erase first");
});

test("a run that is stopped before it had saved a word tells its readers so, also on another instance", async () => {
  const { conversationId } = await stage.begin();
  const started = await saveRun(stage, { conversationId, text: "hello", by: owner });
  const runId = started?.runId ?? "";
  const other = await stage.another();
  await cancelRun(other, { runId, by: owner, channel: "chat" });
  const shown: StreamItem[] = [];
  const signal = AbortSignal.timeout(15_000);
  for await (const item of await openStream(other, { runId, after: null, signal })) shown.push(item);
  expect(typesShown(shown)).toEqual(["start", "abort"]);
});
