import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "../../e2e/support/database.ts";
import type { Database } from "./client.ts";
import { openServer } from "./open-server.ts";
import { sql } from "./sql.ts";
import { onServer, openTestDatabase } from "./test-database.ts";

let opened: { database: Database; close: () => Promise<void> };
beforeAll(async () => {
  opened = await openTestDatabase();
  await opened.database.query(sql`insert into conversations (id, title) values ('held', 'Held')`);
});
afterAll(() => opened.close());

test("a transaction that throws leaves nothing behind", async () => {
  const { database } = opened;
  const failing = database.transaction(async (transaction) => {
    await transaction.query(sql`insert into conversations (id, title) values ('undone', 'Undone')`);
    throw new Error("on purpose");
  });
  await expect(failing).rejects.toThrow("on purpose");
  expect(await database.query(sql`select 1 from conversations where id = 'undone'`)).toEqual([]);
});

// The embedded database has one session: there nothing waits for a row.
if (onServer) {
  const rename = sql`update conversations set title = title || '!' where id = 'held' returning title`;

  /** Holds the row until it is let go. */
  async function hold({ transaction }: Database): Promise<() => Promise<void>> {
    const holding = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    const holder = transaction(async (session) => {
      await session.query(sql`select 1 from conversations where id = 'held' for update`);
      held.resolve();
      await holding.promise;
    });
    await held.promise;
    return () => {
      holding.resolve();
      return holder;
    };
  }

  test("what gets no lock is asked again, a statement or a transaction, and counts once", async () => {
    const { database } = opened;
    const letGo = await hold(database);
    const again = Promise.withResolvers<void>();
    let times = 0;
    const transaction = database.transaction(async (session) => {
      times += 1;
      if (times === 2) again.resolve();
      await session.query(sql`insert into conversations (id, title) values ('beside', 'Beside')`);
      return session.query(rename);
    });
    const statement = database.query(rename);
    await Promise.race([again.promise, transaction]);
    await letGo();
    const titles = (await Promise.all([statement, transaction])).flat().map(({ title }) => title);
    expect(titles.sort()).toEqual(["Held!", "Held!!"]);
    expect(times).toBe(2);
    expect(await database.query(sql`select 1 from conversations where id = 'beside'`)).toHaveLength(1);
  });

  test("what is locked for longer than an instance that is gone can hold it is refused, to be tried again", async () => {
    const fresh = await createTestDatabase();
    onTestFinished(() => fresh.drop());
    const [patient, hasty] = [await openServer(fresh.url, 10), await openServer(fresh.url, 1)];
    onTestFinished(() => Promise.all([patient.close(), hasty.close()]).then(() => {}));
    await patient.query(sql`insert into conversations (id, title) values ('held', 'Held')`);
    const letGo = await hold(patient);
    const refusals = await Promise.allSettled([
      hasty.query(rename),
      hasty.transaction((transaction) => transaction.query(rename)),
    ]);
    await letGo();
    const refused = { reason: { code: "unavailable", retryAfterSeconds: 2 } };
    expect(refusals).toMatchObject([refused, refused]);
    expect(await patient.query(rename)).toEqual([{ title: "Held!" }]);
  });

  test.each([
    ["asks for more at once", async () => {}],
    ["asks for more later", () => new Promise((resolve) => setImmediate(resolve))],
  ])(
    "a transaction whose session was ended while its process stood still, and that %s, is undone, and its connection works",
    async (_, pause) => {
      const fresh = await createTestDatabase();
      const database = await openServer(fresh.url, 1);
      const name = sql`insert into conversations (id, title) values (gen_random_uuid()::text, 'Frozen')`;
      const frozen = database.transaction(async (transaction) => {
        await transaction.query(name);
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_300);
        await pause();
        await transaction.query(name);
      });
      await expect(frozen).rejects.toThrow();
      // Each connection of the pool, and the one that is made anew.
      const named = Array.from({ length: 12 }, () => database.query(name));
      await Promise.all(named);
      await database.transaction((transaction) => transaction.query(name));
      expect(await database.query(sql`select count(*)::int as n from conversations`)).toEqual([{ n: 13 }]);
      await database.close();
      await fresh.drop();
    },
  );
}
