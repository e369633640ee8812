import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../../approvals/decide.ts";
import { owner } from "../../auth/principal.ts";
import { createConversation } from "../../conversations/create.ts";
import type { Row } from "../../db/client.ts";
import { type SQL, sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { type Instance, openStage, type Stage } from "../test-stage.ts";
import { askerFor } from "./ask-in-chat.ts";
import { recoverOutsideCalls } from "./recover-calls.ts";

let stage: Stage;
let other: Instance;
let failingReadings = 0;
beforeAll(async () => {
  stage = await openStage((database) => ({
    ...database,
    query: async <T extends Row>(statement: SQL) => {
      if (failingReadings > 0) {
        failingReadings -= 1;
        throw new Error("the connection is lost");
      }
      return database.query<T>(statement);
    },
  }));
  other = await stage.another();
});
afterAll(() => stage.close());

/** A server's question, put to the person by this instance. */
async function askedBy(services: Instance) {
  const { id: conversationId } = await createConversation(services, { input: {}, by: owner });
  const answer = askerFor(services, conversationId).ask({
    source: "mcp:curious",
    questions: [{ question: "Which one?", choices: [], multiple: false }],
    signal: new AbortController().signal,
  });
  const pending = async () =>
    (
      await stage.rows<{ id: string; status: string }>(
        sql`select id, status from approvals where conversation_id = ${text(conversationId)}`,
      )
    )[0];
  await expect.poll(pending).toBeDefined();
  const { id } = (await pending()) ?? { id: "" };
  return { id, answer, status: async () => (await pending())?.status };
}

const answered = (services: Instance, id: string) =>
  decide(services, { id, decision: "answer", answers: [["this one"]], by: owner, channel: "chat" });

test("an answer finds the call that waits for it, also when whoever took it is gone before it passed it on", async () => {
  const { id, answer } = await askedBy(stage);
  await answered({ ...other, events: { ...other.events, takeCall: () => {} } }, id);
  await stage.rows(
    sql`update decisions set at = now() - interval '6 seconds' where approval_id = ${text(id)}`,
  );
  await recoverOutsideCalls(stage, 10);
  expect(await answer).toEqual([["this one"]]);
});

test("a question that nobody waits for any more is cancelled", async () => {
  const { status, answer } = await askedBy({ ...stage });
  await recoverOutsideCalls(stage, 10);
  expect(await status()).toBe("cancelled");
  expect(await answer).toBeNull();
});

test("one that is waited for stays, and a reading that fails does not end the wait", async () => {
  const { id, status, answer } = await askedBy(stage);
  await recoverOutsideCalls(stage, 10);
  expect(await status()).toBe("pending");
  failingReadings = 1;
  await expect.poll(() => failingReadings, { timeout: 5_000 }).toBe(0);
  await answered(stage, id);
  expect(await answer).toEqual([["this one"]]);
});

test("what a server asks is answered also where the agent's own questions are switched off", async () => {
  await stage.rows(sql`insert into tool_settings (tool_name, enabled) values ('ask_user', false)`);
  try {
    const { id, answer } = await askedBy(stage);
    await answered(stage, id);
    expect(await answer).toEqual([["this one"]]);
  } finally {
    await stage.rows(sql`delete from tool_settings where tool_name = 'ask_user'`);
  }
});
