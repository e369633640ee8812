import type { Database } from "./client.ts";
import { sql } from "./sql.ts";

/** From here on every update of that row throws; the others are as they were. */
export async function failUpdatesOf(
  database: Database,
  table: "approvals" | "runs",
  id: string,
): Promise<void> {
  await database.query(
    sql.raw(`
    create or replace function fail_on_purpose() returns trigger language plpgsql as $$
      begin raise exception 'on purpose'; end $$`),
  );
  await database.query(
    sql.raw(`create or replace trigger fail_on_purpose before update on ${table} for each row
      when (old.id = '${id}') execute function fail_on_purpose()`),
  );
}
