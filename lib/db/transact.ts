import type postgres from "postgres";
import type { Executor, Row } from "./client.ts";
import { isLostConnection, LostConnectionError } from "./lost-connection.ts";
import { inTime } from "./send-in-time.ts";
import type { SQL } from "./sql.ts";

/**
 * A session that is ended in the middle of a transaction ends that transaction, and the driver says so by itself. It
 * must not be asked for anything more, a commit or rollback included: what is written to a connection that is gone is never
 * sent, and nothing is sent on that connection ever after. One that could not begin in time never does.
 */
export function transact<T>(
  client: postgres.Sql,
  executor: (session: postgres.TransactionSql) => Executor,
  work: (transaction: Executor) => Promise<T>,
  milliseconds: number,
): Promise<T> {
  let over = false;
  let begun = false;
  let tooLate = false;
  const transaction = client.begin(async (session) => {
    begun = true;
    if (tooLate) throw new LostConnectionError();
    const { query } = executor(session);
    const untilOver: Executor = {
      async query<R extends Row>(statement: SQL) {
        if (over) throw new Error("The transaction is over.");
        try {
          return await query<R>(statement);
        } catch (error) {
          over ||= isLostConnection(error);
          throw error;
        }
      },
    };
    try {
      const result = await work(untilOver);
      if (!over) return result;
    } catch (error) {
      if (!over) throw error;
    }
    return new Promise<never>(() => {});
  }) as Promise<T>;
  transaction.catch(() => {
    over = true;
  });
  return inTime(transaction, milliseconds, () => {
    tooLate = !begun;
    return tooLate;
  });
}
