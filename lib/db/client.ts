import { PgDialect, type SQL } from "./sql.ts";

export type Row = Record<string, unknown>;

export type Executor = {
  /** The caller names the shape: it wrote the select list that makes it true. */
  query<T extends Row>(statement: SQL): Promise<T[]>;
};

export type Database = Executor & {
  kind: "embedded" | "server";
  /** On a connection of its own: nothing that waits for a lock stands before it. */
  heartbeat: Executor;
  /**
   * No model, tool or network call inside: the embedded database has one session. Nothing inside changes anything but
   * the database: where a row is locked for long, all of it is undone and done again.
   */
  transaction<T>(work: (transaction: Executor) => Promise<T>): Promise<T>;
  /** Tells the other instances; embedded there are none. */
  notify(payload: string): Promise<void>;
  listen(onPayload: (payload: string) => void): Promise<void>;
  close(): Promise<void>;
};

/** The database cannot be used: one line says why and what to do. */
export class DatabaseError extends Error {}

const dialect = new PgDialect();

export function compile(statement: SQL): { text: string; parameters: unknown[] } {
  const { sql, params } = dialect.sqlToQuery(statement);
  return { text: sql, parameters: params };
}
