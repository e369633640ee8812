import type { Database } from "../db/client.ts";
import { type SQL, sql } from "../db/sql.ts";
import { onServer } from "../db/test-database.ts";

export const theRun = (id: string): SQL => sql`select id from runs where id = ${id} for update`;
export const theConversation = (id: string): SQL =>
  sql`select id from conversations where id = ${id} for update`;

/**
 * Begins each of these while a row is locked by another, waits until it stands at the lock (or is over, where it has no
 * business there), and lets them all go at once: the overlap is forced, not hoped for. The embedded database has one
 * session, where they stand in line.
 */
export async function whileLocked<T>(
  database: Database,
  row: SQL,
  begins: (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const begun: Promise<T>[] = [];
  let over = 0;
  const count = () => {
    over += 1;
  };
  await database.transaction(async (transaction) => {
    await transaction.query(row);
    for (const begin of begins) {
      const promise = begin();
      promise.then(count, count);
      begun.push(promise);
      for (let standing = 0; onServer && standing + over < begun.length; ) {
        // Outside of the transaction, which would see the same picture of the activity for ever.
        const [found] = await database.query<{ n: number }>(
          sql`select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        standing = found?.n ?? 0;
      }
    }
  });
  return Promise.allSettled(begun);
}
