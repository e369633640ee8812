import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../approvals/decide.ts";
import { owner } from "../auth/principal.ts";
import { compile, type Database, type Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { cancelRun } from "./cancel.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
let statements: string[] = [];
let openTransactions = 0;

beforeAll(async () => {
  stage = await openStage(counting);
});
afterAll(() => stage.close());

function counting(database: Database): Database {
  const counted = (executor: Executor): Executor => ({
    query: (statement) => {
      statements.push(compile(statement).text.trim());
      return executor.query(statement);
    },
  });
  return {
    ...database,
    ...counted(database),
    notify: (payload) => {
      statements.push("select pg_notify");
      return database.notify(payload);
    },
    transaction: async (work) => {
      openTransactions += 1;
      statements.push("begin");
      try {
        return await database.transaction((transaction) => work(counted(transaction)));
      } finally {
        statements.push("commit");
        openTransactions -= 1;
      }
    },
  };
}

const isNotification = (statement: string) => statement.includes("pg_notify");
const writes = (statement: string) =>
  /\b(insert into|update|delete from)\b|pg_notify|^commit/.test(statement);

/** Message, card, approval, tool, final answer, and a page that reads along: what that asks of the database. */
async function countCycle(name: string): Promise<string[]> {
  const play = await stage.begin(calls(call("erase", { name })), says("Done."));
  await stage.events.flush();
  statements = [];
  await play.begin("erase it");
  const shown = await play.stream();
  await stage.idle();
  await stage.events.flush();
  const untilCard = [...statements];
  const { id } = await play.pending();
  statements = [];
  await decide(stage, { id, decision: "approve", by: owner, channel: "chat" });
  const rest = await play.stream(shown.at(-1)?.id);
  expect(rest.at(-1)?.chunk).toEqual({ type: "finish" });
  await stage.idle();
  await stage.events.flush();
  const cycle = [...untilCard, ...statements];
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
  return cycle;
}

test("a cycle with one gated call takes eight statements, six of them writes, and few notifications", async () => {
  const cycles: string[][] = [];
  for (let n = 0; n < 5; n += 1) cycles.push(await countCycle(`counted ${n}`));
  for (const cycle of cycles) {
    const own = cycle.filter((statement) => !isNotification(statement));
    expect(own).toHaveLength(8);
    expect(own.filter(writes)).toHaveLength(6);
  }
  // Notifications are batched by time, and a machine that is busy elsewhere makes more batches: not in every cycle.
  expect(Math.min(...cycles.map((cycle) => cycle.length))).toBeLessThanOrEqual(12);
  expect(Math.min(...cycles.map((cycle) => cycle.filter(writes).length))).toBeLessThanOrEqual(8);
});

test("a call that moves from state to state touches no index", async () => {
  const indexes = await stage.rows<{ indexdef: string }>(
    sql`select indexdef from pg_indexes where tablename = 'calls'`,
  );
  expect(indexes.length).toBeGreaterThan(0);
  for (const { indexdef } of indexes) {
    for (const moving of ["state", "result", "error", "note", "started_at", "ended_at"]) {
      expect(indexdef).not.toMatch(new RegExp(`\\b${moving}\\b`));
    }
  }
});

test("no model and no tool is called inside a transaction", async () => {
  const open: number[] = [];
  const look = () => {
    open.push(openTransactions);
  };
  stage.toolbox.watch.atWork = look;
  const play = await stage.begin(
    { ...calls(call("look", { name: "a" }), call("erase", { name: "b" })), asked: look },
    { ...says("Done."), asked: look },
    { ...calls(call("stand", { name: "c" })), asked: look },
  );
  await play.say("go");
  await play.answer({ decision: "approve" });
  const runId = await play.begin("stand");
  await stage.toolbox.door("c").entered;
  await cancelRun(stage, { runId, by: owner, channel: "chat" });
  await stage.idle();
  expect(open.length).toBeGreaterThanOrEqual(7);
  expect(Math.max(...open)).toBe(0);
});
