import type postgres from "postgres";
import type { Executor } from "./client.ts";

/** The server or the network ended the session: by a code of the driver's, or by the server's own last word. */
const lastWords = new Set(["25P03", "57P01", "57P02", "57P03", "CONNECT_TIMEOUT"]);

export function isLostConnection(error: unknown): boolean {
  const code = error instanceof Error ? String(Reflect.get(error, "code")) : "";
  return code.startsWith("CONNECTION_") || lastWords.has(code);
}

/**
 * A session that is ended in the middle of a transaction ends that transaction, and the driver says so by itself. It
 * must not be asked for anything more, a rollback included: what is written to a connection that is gone is never
 * sent, and nothing is sent on that connection ever after.
 */
export function transact<T>(
  client: postgres.Sql,
  executor: (session: postgres.TransactionSql) => Executor,
  work: (transaction: Executor) => Promise<T>,
): Promise<T> {
  let over = false;
  const transaction = client.begin(async (session) => {
    const { query } = executor(session);
    const untilOver: Executor = {
      query: (statement) => (over ? Promise.reject(new Error("The transaction is over.")) : query(statement)),
    };
    try {
      return await work(untilOver);
    } catch (error) {
      if (over || isLostConnection(error)) return new Promise<never>(() => {});
      throw error;
    }
  }) as Promise<T>;
  transaction.catch(() => {
    over = true;
  });
  return transaction;
}
