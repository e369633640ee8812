import type { Database } from "./client.ts";
import { sql } from "./sql.ts";

/** The server ends the session that writes such a row, once, before anything of it is done. Only on a real server. */
export async function loseConnectionAt(
  database: Database,
  table: "approvals" | "calls" | "steps",
  condition: string,
): Promise<void> {
  // A sequence is not undone with the transaction.
  await database.query(sql.raw("create sequence losses"));
  await database.query(
    sql.raw(`
    create function lose_connection() returns trigger language plpgsql as $$
      begin
        if nextval('losses') = 1 then
          perform pg_terminate_backend(pg_backend_pid());
          perform pg_sleep(20);
        end if;
        return new;
      end $$`),
  );
  await database.query(
    sql.raw(`create trigger lose_connection before insert or update on ${table} for each row
      when (${condition}) execute function lose_connection()`),
  );
}

export async function loseNoMore(database: Database): Promise<void> {
  await database.query(sql.raw("drop function lose_connection cascade"));
  await database.query(sql.raw("drop sequence losses"));
}
