import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Run } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { newConversation, openStage, type Play, type Stage, testApplication } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { closeGate } from "../support/transition-gate.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let one: Server;
let other: Server;

beforeAll(async () => {
  stage = await openStage();
  one = stage.server();
  other = await stage.start();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const write = (name: string) => ({ call: "write_file", with: { path: name, content: "written" } });
const exists = (name: string) => existsSync(path.join(stage.workspace, name));
const asking = (name: string): Promise<Play> => stage.begin([[write(name)], [{ say: "Done." }]], one);

/** Statements of the servers that wait for others. */
const blocked = (count: number) =>
  waitUntil(`${count} statements wait for locks`, async () => {
    const rows = await stage.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length >= count;
  });

test("the last decision and the last result of a call that needed none: the run goes on once", async () => {
  for (let round = 0; round < 8; round += 1) {
    const name = `result-${round}.txt`;
    const conversationId = await newConversation(one);
    const gate = await closeGate(stage.sql, {
      table: "calls",
      when: `new.conversation_id = '${conversationId}' and new.state = 'succeeded' and new.tool_name = 'list_files'`,
    });
    const lines = [[{ call: "list_files", with: {} }, write(name)], [{ say: "Done." }]];
    const play = await stage.say(conversationId, lines, one);
    await gate.reached();
    const approval = await untilOneAsks(one, play);
    const deciding = decide(round % 2 ? one : other, approval, "approve");
    await blocked(2);
    await gate.release("committed");
    expect((await deciding).status).toBe(200);
    const run = await untilState(one, play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "succeeded"]);
    expect(play.asked()).toHaveLength(2);
    expect(toolResults(play.asked()[1])).toHaveLength(2);
  }
});

test("an approval while a stop is under way: told what stands, and nothing runs", async () => {
  const play = await asking("stopping.txt");
  const approval = await untilOneAsks(one, play);
  const gate = await closeGate(stage.sql, {
    table: "runs",
    when: `new.id = '${play.runId}' and new.state = 'cancelled'`,
  });
  const stopping = one.api.post(`/runs/${play.runId}/cancel`);
  await gate.reached();
  const deciding = decide(other, approval, "approve");
  await blocked(2);
  await gate.release("committed");
  expect([(await stopping).status, (await deciding).status]).toEqual([200, 409]);
  expect((await deciding).body.error.details?.approval?.status).toBe("cancelled");
  expect(exists("stopping.txt")).toBe(false);
});

test("a stop while an approval is under way: the call is stopped before it runs, or its outcome is unknown", async () => {
  const play = await asking("approving.txt");
  const approval = await untilOneAsks(one, play);
  const gate = await closeGate(stage.sql, {
    table: "approvals",
    when: `new.id = '${approval.id}' and new.status = 'approved'`,
  });
  const deciding = decide(one, approval, "approve");
  await gate.reached();
  const stopping = other.api.post(`/runs/${play.runId}/cancel`);
  await blocked(2);
  await gate.release("committed");
  expect((await deciding).status).toBe(200);
  // The run may have come to its end first: then there is nothing left to stop.
  expect([200, 409]).toContain((await stopping).status);
  const run = await untilState(one, play, "completed", "cancelled");
  const [call] = run.calls;
  if (call?.state === "cancelled") expect(exists("approving.txt")).toBe(false);
  else expect(["interrupted", "succeeded"]).toContain(call?.state);
});

test("a stop while a call is being claimed: interrupted, and told in the next turn", async () => {
  const play = await asking("claiming.txt");
  const approval = await untilOneAsks(one, play);
  const gate = await closeGate(stage.sql, {
    table: "calls",
    when: `new.run_id = '${play.runId}' and new.state = 'executing'`,
  });
  await decide(one, approval, "approve");
  await gate.reached();
  const stopping = other.api.post<Run>(`/runs/${play.runId}/cancel`);
  await blocked(2);
  await gate.release("committed");
  expect([(await stopping).status, (await stopping).body.calls[0]?.state]).toEqual([200, "interrupted"]);
  const next = await stage.say(play.conversationId, [[{ say: "Hello again." }]], one);
  await untilState(one, next, "completed");
  expect(toolResults(next.asked()[0])[0]?.text).toContain("outcome is unknown");
  expect((await readRun(one, play)).calls[0]?.state).toBe("interrupted");
});

test("a message at the moment at which the run before it ends: it is answered, and once", async () => {
  const rounds = Array.from({ length: 16 }, async (_, round) => {
    const conversationId = await newConversation(one);
    const held = Promise.withResolvers<void>();
    const first = await stage.say(conversationId, [[{ hold: held.promise }, { say: "First." }]], one);
    await waitUntil("the model was asked", () => first.asked().length === 1);
    const { text, asked } = stage.script([[{ say: "Second." }]]);
    held.resolve();
    const sent = await (round % 2 ? one : other).api.post(`/conversations/${conversationId}/messages`, {
      text,
    });
    expect(sent.status).toBe(202);
    await waitUntil("both are answered", async () => {
      const rows = await stage.sql`
        select 1 from runs where conversation_id = ${conversationId} and state = 'completed'`;
      return rows.length === 2;
    });
    expect(asked()).toHaveLength(1);
    expect(JSON.stringify(asked()[0])).toContain("First.");
  });
  await Promise.all(rounds);
});

test("twenty first messages at once: one run, and the last of the others in the queue", async () => {
  const conversationId = await newConversation(one);
  const held = Promise.withResolvers<void>();
  const scripts = Array.from({ length: 20 }, () =>
    stage.script([[{ hold: held.promise }, { say: "Answer." }]]),
  );
  const answers = await Promise.all(
    scripts.map(({ text }, index) =>
      (index % 2 ? one : other).api.post<{ run?: Run; queued?: { text: string } }>(
        `/conversations/${conversationId}/messages`,
        { text },
      ),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 202));
  expect(answers.filter(({ body }) => body.run)).toHaveLength(1);
  const { body } = await one.api.get<{ queued: { text: string } }>(`/conversations/${conversationId}`);
  expect(answers.some((answer) => answer.body.queued?.text === body.queued.text)).toBe(true);
  held.resolve();
  await waitUntil("both are answered", async () => {
    const rows =
      await stage.sql`select 1 from runs where conversation_id = ${conversationId} and state = 'completed'`;
    return rows.length === 2;
  });
  expect(scripts.filter(({ asked }) => asked().length > 0)).toHaveLength(2);
});

test("the connections to the database break: no call is lost or run twice, and the server goes on", async () => {
  const claimed = await asking("claim.txt");
  const ended = await asking("outcome.txt");
  const waiting = await stage.begin(
    [["a", "b"].map((name) => write(`${name}.txt`)), [{ say: "Done." }]],
    one,
  );
  const questions = await untilAsked(one, waiting, 2);
  const gates = [
    await closeGate(stage.sql, {
      table: "calls",
      when: `new.run_id = '${claimed.runId}' and new.state = 'executing'`,
    }),
    await closeGate(stage.sql, {
      table: "calls",
      when: `new.run_id = '${ended.runId}' and new.state = 'succeeded'`,
    }),
  ];
  await decide(one, await untilOneAsks(one, claimed), "approve");
  await decide(one, await untilOneAsks(one, ended), "approve");
  for (const gate of gates) await gate.reached();
  await stage.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name <> ${testApplication}`;
  for (const gate of gates) await gate.release("lost");
  // A request that meets a dead connection fails, and is sent again.
  const settled = (play: Play) =>
    waitUntil("the run came to an end", async () => {
      const run = await readRun(one, play).catch(() => null);
      return run && ["failed", "completed"].includes(run.state) && run;
    });
  const [lost] = (await settled(claimed)).calls;
  if (lost?.state !== "succeeded") expect(exists("claim.txt")).toBe(false);
  const [unknown] = (await settled(ended)).calls;
  expect(["interrupted", "succeeded"]).toContain(unknown?.state);
  for (const question of questions) {
    await waitUntil("it is decided", async () => {
      const { status } = await decide(other, question, "approve");
      return status === 200 || status === 409;
    });
  }
  await settled(waiting);
  expect([exists("a.txt"), exists("b.txt")]).toEqual([true, true]);
});
