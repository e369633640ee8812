import { afterEach, beforeEach, expect, test } from "vitest";
import type { Database } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { onServer, openTestDatabase } from "../db/test-database.ts";
import { createEvents, type Events } from "../events/events.ts";
import { createEventFeed, type EventFeed } from "./event-feed.ts";
import type { FeedItem } from "./known-events.ts";

let database: Database;
let events: Events;
let feed: EventFeed;
let close: () => Promise<void>;

beforeEach(async () => {
  const opened = await openTestDatabase();
  database = opened.database;
  events = createEvents(database);
  feed = createEventFeed({ database, events });
  close = async () => {
    await feed.stop();
    await events.flush();
    await opened.close();
  };
});
afterEach(() => close());

const insert = (state: string) =>
  sql`insert into audit (type, actor, state) values ('run.state', 'test', ${state})`;

async function record(...states: string[]): Promise<void> {
  for (const state of states) await database.query(insert(state));
  events.publish([{ kind: "recorded" }]);
}

/** Reads until an event with this state has come. */
async function until(items: AsyncGenerator<FeedItem>, state: string): Promise<FeedItem[]> {
  const seen: FeedItem[] = [];
  for (;;) {
    const { value, done } = await items.next();
    if (done) throw new Error("the feed ended");
    if (value.event) seen.push(value);
    if (value.event?.state === state) return seen;
  }
}

type Following = { items: AsyncGenerator<FeedItem>; stop: () => void; leave: () => Promise<void> };

function follow(after: number | null): Following {
  const leaving = new AbortController();
  const items = feed.follow(after, leaving.signal);
  const stop = () => leaving.abort();
  const leave = async () => {
    stop();
    await items.return(undefined);
  };
  return { items, stop, leave };
}

const states = (seen: FeedItem[]) => seen.map(({ event }) => event?.state);

test("tells what happens from now on, once, in order", async () => {
  await record("before");
  const { items, leave } = follow(null);
  expect((await items.next()).value).toMatchObject({ event: null });
  await record("one", "two");
  await record("three");
  expect(states(await until(items, "three"))).toEqual(["one", "two", "three"]);
  await leave();
});

test("a reader that comes back with its cursor misses nothing", async () => {
  const first = follow(null);
  await first.items.next();
  await record("one");
  const seen = await until(first.items, "one");
  await first.leave();
  await record("two", "three");
  const second = follow(seen.at(-1)?.cursor ?? 0);
  expect(states(await until(second.items, "three")).slice(-2)).toEqual(["two", "three"]);
  await second.leave();
});

test("more than one page of it comes whole, and once", async () => {
  const { items, leave } = follow(null);
  await items.next();
  const many = 10_050;
  await database.query(
    sql`insert into audit (type, actor, state) select 'run.state', 'test', 'one of many' from generate_series(1, ${many}::int)`,
  );
  await record("last");
  expect(await until(items, "last")).toHaveLength(many + 1);
  await leave();
});

test("a reader that is too far behind is sent away, and comes back with its cursor to all of it", async () => {
  const slow = follow(null);
  const { value: beginning } = await slow.items.next();
  const quick = follow(null);
  await quick.items.next();
  const many = 7_000;
  for (const batch of ["first", "second", "third"]) {
    await database.query(
      sql`insert into audit (type, actor, state) select 'run.state', 'test', 'one of many' from generate_series(1, ${many}::int)`,
    );
    await record(batch);
    expect(await until(quick.items, batch)).toHaveLength(many + 1);
  }
  expect(await slow.items.next()).toEqual({ value: undefined, done: true });
  const again = follow(beginning.cursor);
  expect(await until(again.items, "third")).toHaveLength(3 * (many + 1));
  await Promise.all([slow, quick, again].map(({ leave }) => leave()));
});

test("a reader that leaves, or falls behind, while it catches up is told no more of the record", async () => {
  await record(...Array.from({ length: 50 }, (_, n) => `before ${n}`));
  const leaving = follow(0);
  for (let taken = 0; taken < 3; taken += 1) await leaving.items.next();
  leaving.stop();
  expect(await leaving.items.next()).toEqual({ value: undefined, done: true });

  const slow = follow(0);
  for (let taken = 0; taken < 3; taken += 1) await slow.items.next();
  const quick = follow(null);
  await quick.items.next();
  for (const batch of ["first", "second", "third"]) {
    await database.query(
      sql`insert into audit (type, actor, state) select 'run.state', 'test', 'one of many' from generate_series(1, 7000)`,
    );
    await record(batch);
    await until(quick.items, batch);
  }
  expect(await slow.items.next()).toEqual({ value: undefined, done: true });
  await Promise.all([leaving.leave(), slow.leave(), quick.leave()]);
});

test("a slow reader's cursor is where it is, not where the record is", async () => {
  const slow = follow(null);
  await slow.items.next();
  const quick = follow(null);
  await quick.items.next();
  await record("one", "two", "three");
  await until(quick.items, "three");
  const { value: first } = await slow.items.next();
  expect(first.event?.state).toBe("one");
  const again = follow(first.cursor);
  expect(states(await until(again.items, "three"))).toEqual(["two", "three"]);
  await Promise.all([slow, quick, again].map(({ leave }) => leave()));
});

// The embedded database has one session: there nothing can commit out of order.
if (onServer) {
  test("an event whose number is lower and whose commit is later is not omitted, nor its place passed by", async () => {
    const { items, leave } = follow(null);
    await items.next();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let inserted = () => {};
    const began = new Promise<void>((resolve) => {
      inserted = resolve;
    });
    const late = database.transaction(async (transaction) => {
      await transaction.query(insert("late"));
      inserted();
      await held;
    });
    await began;
    await record("early");
    const early = (await until(items, "early")).at(-1);
    commit();
    await late;
    events.publish([{ kind: "recorded" }]);
    const found = (await until(items, "late")).at(-1);
    expect(found?.event?.sequence).toBeLessThan(early?.event?.sequence ?? 0);
    expect(early?.cursor).toBeLessThan(found?.event?.sequence ?? 0);
    await leave();
  });
}
