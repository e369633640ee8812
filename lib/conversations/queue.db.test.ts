import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { cancelRun } from "../runs/cancel.ts";
import { retryRun } from "../runs/retry.ts";
import { startRun } from "../runs/start.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { theConversation, whileLocked } from "../runs/test-overlap.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import { getConversation } from "./get.ts";
import { queueMessage, removeQueued } from "./queue.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const queue = (play: Play, text: string) =>
  queueMessage(stage, { conversationId: play.conversationId, text, by: owner });
const shown = (play: Play) => getConversation(stage.database, play.conversationId, { limit: 50 });
const words = async (play: Play) =>
  (await shown(play)).messages.flatMap(({ role, parts }) =>
    parts.flatMap((part) => (part.type === "text" ? [`${role}: ${part.text}`] : [])),
  );

test("one text waits, a later one replaces it, and the transaction that completes the run sends it", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "it" })),
    says("Erased."),
    says("And hello to you."),
  );
  const { id: runId } = await play.say("erase it");
  await queue(play, "first thought");
  const queued = await queue(play, "second thought");
  expect((await shown(play)).queued).toEqual({ text: "second thought", at: queued?.at });
  await play.answer({ decision: "approve" });
  expect(await words(play)).toEqual([
    "user: erase it",
    "assistant: Erased.",
    "user: second thought",
    "assistant: And hello to you.",
  ]);
  const after = await shown(play);
  expect(after).toMatchObject({ queued: null, run: { state: "completed" } });
  expect(after.run?.id).not.toBe(runId);
  const together = await stage.rows(sql`
    select count(distinct xmin::text)::int as n from audit
    where (run_id = ${runId} and state = 'completed') or (run_id = ${after.run?.id} and state = 'running')`);
  expect(together).toEqual([{ n: 1 }]);
});

test("a text is removed, and there is nothing to send", async () => {
  const play = await stage.begin(calls(call("erase", { name: "other" })), says("Erased."));
  await play.say("erase it");
  await queue(play, "never mind");
  await removeQueued(stage, { conversationId: play.conversationId, by: owner });
  await play.answer({ decision: "approve" });
  expect(await words(play)).toEqual(["user: erase it", "assistant: Erased."]);
  await expect(removeQueued(stage, { conversationId: "nobody", by: owner })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("asked for by its moment, only the text that was queued then is removed", async () => {
  const play = await stage.begin(calls(call("erase", { name: "another" })));
  await play.say("erase it");
  const first = await queue(play, "the first");
  const second = await queue(play, "the second");
  const remove = (at: string | undefined, conversationId = play.conversationId) =>
    removeQueued(stage, { conversationId, at, by: owner });
  await expect(remove(first?.at)).rejects.toMatchObject({ code: "conflict" });
  expect((await shown(play)).queued).toEqual(second);
  await remove(second?.at);
  expect((await shown(play)).queued).toBeNull();
  await expect(remove(second?.at)).rejects.toMatchObject({ code: "conflict" });
  await expect(remove(second?.at, "nobody")).rejects.toMatchObject({ code: "not_found" });
});

test("it is kept unsent when the run fails or is stopped, and sent when a retry completes it", async () => {
  const hold = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const play = await stage.begin(
    { says: ["Well"], until: hold.promise, breaks: new Error("cut"), asked: asked.resolve },
    says("Well then."),
    says("Next."),
  );
  await play.begin("go");
  await asked.promise;
  await queue(play, "after that");
  hold.resolve();
  await stage.idle();
  const failed = await shown(play);
  expect(failed).toMatchObject({ run: { state: "failed" }, queued: { text: "after that" } });
  await retryRun(stage, { runId: failed.run?.id ?? "", by: owner });
  await stage.idle();
  expect(await shown(play)).toMatchObject({ run: { state: "completed" }, queued: null });
  expect((await words(play)).slice(-2)).toEqual(["user: after that", "assistant: Next."]);

  const stopped = await stage.begin(calls(call("erase", { name: "stopped" })), says("Yes?"));
  const { id: runId } = await stopped.say("go");
  await queue(stopped, "later");
  await cancelRun(stage, { runId, by: owner, channel: "chat" });
  expect(await shown(stopped)).toMatchObject({ run: { state: "cancelled" }, queued: { text: "later" } });
  // Nor does the next run send what was kept: its person decides.
  await stopped.say("are you there?");
  expect(await shown(stopped)).toMatchObject({ run: { state: "completed" }, queued: { text: "later" } });
});

test("with no run under way there is nothing to wait behind", async () => {
  const play = await stage.begin(says("Done."));
  expect(await queue(play, "hello")).toBeNull();
  await play.say("go");
  expect(await queue(play, "hello")).toBeNull();
});

test("a message at the very moment at which a run completes starts one or is queued, and none is lost", async () => {
  for (let round = 0; round < 15; round += 1) {
    const play = await stage.begin(says("One."), says("Two."), says("Three."));
    await play.begin("first");
    const send = async (text: string) => {
      const request = { conversationId: play.conversationId, text, by: owner };
      for (;;) {
        if (await startRun(stage, request)) return;
        if (await queueMessage(stage, request)) return;
      }
    };
    await send("second");
    await stage.idle();
    expect(await words(play)).toEqual(["user: first", "assistant: One.", "user: second", "assistant: Two."]);
  }
});

test("a message and the end of a run do not wait for each other in a circle", async () => {
  const hold = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const play = await stage.begin({ says: ["One."], until: hold.promise, asked: asked.resolve });
  await play.begin("first");
  await asked.promise;
  const request = { conversationId: play.conversationId, text: "second", by: owner };
  const settled = await whileLocked<unknown>(stage.database, theConversation(play.conversationId), [
    () => startRun(stage, request),
    () => {
      hold.resolve();
      return stage.idle();
    },
  ]);
  expect(settled.map((each) => each.status)).toEqual(["fulfilled", "fulfilled"]);
  expect(await play.run()).toMatchObject({ state: "completed" });
});
