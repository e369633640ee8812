import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../e2e/support/database.ts";
import { log } from "../log.ts";
import type { Database } from "./client.ts";
import { LostConnectionError } from "./lost-connection.ts";
import { openServer } from "./open-server.ts";
import { sql } from "./sql.ts";
import { type DatabaseProxy, openProxy } from "./test-proxy.ts";

let fresh: TestDatabase;
let proxy: DatabaseProxy;
let database: Database;
beforeEach(async () => {
  log.level = "silent";
  fresh = await createTestDatabase();
  proxy = await openProxy(fresh.url);
  database = await openServer(proxy.url, 1);
});
afterEach(async () => {
  await database.close();
  await proxy.close();
  await fresh.drop();
});

const name = sql`insert into conversations (id, title) values (gen_random_uuid()::text, 'Named')`;
const ask = [
  () => database.query(name),
  () => database.transaction((transaction) => transaction.query(name)),
  () => database.heartbeat.query(name),
];
const named = () => database.query(sql`select count(*)::int as n from conversations`);
/** Each connection of the pool, and one more. */
const atOnce = 11;
const soon = (began: number, seconds: number) => expect(Date.now() - began).toBeLessThan(seconds * 1_000);

test("a server that nobody listens for is unavailable, however often it is asked, and found again at once", async () => {
  await database.query(name);
  await proxy.leave("refuses");
  const began = Date.now();
  for (let round = 0; round < 8; round += 1) {
    for (const outcome of await Promise.allSettled(ask.map((each) => each()))) {
      expect(outcome).toMatchObject({ reason: { code: "unavailable", retryAfterSeconds: 2 } });
    }
  }
  soon(began, 4);
  await proxy.comeBack();
  const back = Date.now();
  await Promise.all(Array.from({ length: atOnce }, () => database.query(name)));
  soon(back, 1);
  expect(await named()).toEqual([{ n: 1 + atOnce }]);
});

test.each(["hangs up", "is silent"] as const)(
  "what finds no connection because a server %s is refused in time and not done later, and no connection is lost",
  async (how) => {
    await proxy.leave("hangs up");
    await proxy.leave(how);
    const began = Date.now();
    const asked = Array.from({ length: atOnce }, () => ask.map((each) => each())).flat();
    for (const outcome of await Promise.allSettled(asked)) {
      expect(outcome).toMatchObject({ reason: { code: "unavailable", retryAfterSeconds: 2 } });
    }
    soon(began, 7);
    await proxy.comeBack();
    await Promise.all(Array.from({ length: atOnce }, () => database.transaction((each) => each.query(name))));
    await Promise.all(Array.from({ length: atOnce }, () => database.query(name)));
    expect(await named()).toEqual([{ n: 2 * atOnce }]);
  },
);

test("a transaction whose connection breaks is undone and told as lost, and its connection works again", async () => {
  const broken = database.transaction(async (transaction) => {
    await transaction.query(name);
    await proxy.leave("hangs up");
    await transaction.query(name);
  });
  await expect(broken).rejects.toThrow(LostConnectionError);
  await proxy.comeBack();
  await Promise.all(Array.from({ length: atOnce }, () => database.transaction((each) => each.query(name))));
  expect(await named()).toEqual([{ n: atOnce }]);
});

test("sessions that are ended in the middle of a statement are told of to nobody who comes after", async () => {
  const other = await openServer(fresh.url, 1);
  onTestFinished(() => other.close());
  const asleep = Array.from({ length: 10 }, () => database.query(sql`select pg_sleep(20)`));
  const ended = Promise.allSettled(asleep);
  const sessions = sql`from pg_stat_activity where datname = current_database() and query like 'select pg_sleep%' and state = 'active'`;
  await expect.poll(() => other.query(sql`select 1 ${sessions}`)).toHaveLength(10);
  await other.query(sql`select pg_terminate_backend(pid) ${sessions}`);
  for (const outcome of await ended) expect(outcome).toMatchObject({ reason: { code: "unavailable" } });
  await Promise.all(Array.from({ length: atOnce }, () => database.query(name)));
  await Promise.all(Array.from({ length: atOnce }, () => database.transaction((each) => each.query(name))));
  expect(await named()).toEqual([{ n: 2 * atOnce }]);
});
