import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, isoTime, text } from "../db/value.ts";
import type { Caller } from "./gate.ts";

const again = 60_000;
const mostKnown = 1_000;
const mostKept = 200;

/** Remembers which clients were here, by what they say of themselves, and not more than once a minute. */
export function createClientsSeen(database: Executor): (caller: Caller) => Promise<void> {
  const known = new Map<string, number>();
  return async ({ principal, client }) => {
    if (!client) return;
    const name = client.name.slice(0, 200);
    const version = client.version.slice(0, 100);
    const key = JSON.stringify([principal.id, name, version]);
    const last = known.get(key);
    if (last !== undefined && Date.now() - last < again) return;
    if (known.size >= mostKnown) known.clear();
    known.set(key, Date.now());
    await database.query(sql`
      insert into mcp_clients (principal_id, name, version)
      values (${text(principal.id)}, ${text(name)}, ${text(version)})
      on conflict (principal_id, name, version) do update set seen_at = now()`);
    // A client may call itself something else each time. What another instance is at stays for the next time.
    await database.query(sql`
      delete from mcp_clients where (principal_id, name, version) in (
        select principal_id, name, version from mcp_clients order by seen_at desc offset ${integer(mostKept)}
        for update skip locked)`);
  };
}

export async function listClients(
  database: Executor,
): Promise<{ name: string; version: string; seenAt: string }[]> {
  const rows = await database.query<{ name: string; version: string; seen_at: Date }>(
    sql`select name, version, seen_at from mcp_clients order by seen_at desc limit 50`,
  );
  return rows.map((row) => ({ name: row.name, version: row.version, seenAt: isoTime(row.seen_at) }));
}
