import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { retryRun } from "../runs/retry.ts";
import { startRun } from "../runs/start.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { deleteConversation } from "./delete.ts";
import { getConversation } from "./get.ts";
import { messagesQuerySchema } from "./schema.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const get = (id: string, query: Record<string, string> = {}) =>
  getConversation(stage.database, id, messagesQuerySchema.parse(query));

test("a conversation opens at its last messages and pages upward through all of them once", async () => {
  const play = await stage.begin(says("1"), says("2"), says("3"));
  for (const text of ["one", "two", "three"]) await play.say(text);
  const last = await get(play.conversationId, { limit: "4" });
  const before = await get(play.conversationId, { limit: "4", before: last.previousCursor ?? "" });
  const words = [...before.messages, ...last.messages].map((message) =>
    message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join(),
  );
  expect(words).toEqual(["one", "1", "two", "2", "three", "3"]);
  expect(last.messages).toHaveLength(4);
  expect(before).toMatchObject({ previousCursor: null, run: { state: "completed" } });
});

test("a waiting run comes with its pending approvals and its cards; a decided one says how", async () => {
  const play = await stage.begin(
    { says: ["Two things."], calls: [call("erase", { name: "a" }), call("erase", { name: "b" })] },
    says("Done."),
  );
  await play.say("go");
  const waiting = await get(play.conversationId);
  expect(waiting).toMatchObject({
    run: { state: "waiting" },
    approvals: [{ status: "pending" }, { status: "pending" }],
  });
  expect(waiting.messages[1]?.parts.map((part) => part.type)).toEqual([
    "step-start",
    "text",
    "tool-erase",
    "data-call",
    "tool-erase",
    "data-call",
  ]);
  await play.answer({ decision: "approve" }, 0);
  await play.answer({ decision: "reject", reason: "not b" }, 1);
  const decided = await get(play.conversationId);
  expect(decided.approvals).toEqual([]);
  expect(decided.messages[1]?.parts.filter((part) => part.type === "tool-erase")).toMatchObject([
    { state: "output-available", output: { erased: "a" }, approval: { approved: true } },
    { state: "output-denied", approval: { approved: false, reason: "not b" } },
  ]);
});

test("deleting stops the run, takes the words away, keeps what was decided on record, and nothing goes on from it", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "deleted" })),
    { fails: new Error("no") },
    says("Never."),
  );
  const { id: runId, approvals } = await play.say("a secret wish");
  const failing = await stage.begin({ fails: new Error("no") }, says("Never."));
  const failed = await failing.say("another");
  for (const each of [play, failing])
    await deleteConversation(stage, { id: each.conversationId, by: owner, channel: "chat" });

  await expect(get(play.conversationId)).rejects.toMatchObject({ code: "not_found" });
  expect(await play.run()).toMatchObject({ state: "cancelled", approvals: [{ status: "cancelled" }] });
  const left = await stage.rows(sql`
    select (select count(*)::int from messages where conversation_id = ${play.conversationId}) as messages,
      (select count(*)::int from steps where run_id = ${runId}) as steps,
      (select count(*)::int from stream_log where run_id = ${runId}) as log,
      (select count(*)::int from decisions where approval_id = ${approvals[0]?.id}) as decisions`);
  expect(left).toEqual([{ messages: 0, steps: 0, log: 0, decisions: 1 }]);
  expect(stage.toolbox.ran).not.toContain("erase deleted");
  await expect(
    deleteConversation(stage, { id: play.conversationId, by: owner, channel: "chat" }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
  expect(await startRun(stage, { conversationId: play.conversationId, text: "hello", by: owner })).toBeNull();
  await expect(retryRun(stage, { runId: failed.id, by: owner })).rejects.toMatchObject({ code: "conflict" });
});
