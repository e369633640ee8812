import { auditColumns, auditType } from "../../audit/append.ts";
import type { Principal } from "../../auth/principal.ts";
import type { Seal } from "../../auth/seal.ts";
import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { isoTime, json, text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import type { Events } from "../../events/events.ts";

export type SecretServices = { database: Executor; seal: Seal };
type Changing = SecretServices & { events: Events };

const purpose = (name: string): string => `secret ${name}`;

/** Names only: a value that was set never comes back. */
export async function listSecrets(database: Executor): Promise<{ name: string; updatedAt: string }[]> {
  const rows = await database.query<{ name: string; updated_at: Date }>(
    sql`select name, updated_at from secrets order by name`,
  );
  return rows.map((row) => ({ name: row.name, updatedAt: isoTime(row.updated_at) }));
}

export async function setSecret(
  { database, seal, events }: Changing,
  request: { name: string; value: string; by: Principal },
): Promise<void> {
  await database.query(sql`
    with kept as (
      insert into secrets (name, sealed)
      values (${text(request.name)}, ${text(seal.close(purpose(request.name), request.value))})
      on conflict (name) do update set sealed = excluded.sealed, updated_at = now() returning name
    )
    insert into ${auditColumns}
    select ${auditType("secret.set")}, ${text(request.by.id)}, null, null, null, null, null,
      ${json({ name: request.name })} from kept`);
  events.publish([{ kind: "tools" }]);
}

export async function deleteSecret(
  { database, events }: Pick<Changing, "database" | "events">,
  request: { name: string; by: Principal },
): Promise<void> {
  const rows = await database.query(sql`
    with gone as (delete from secrets where name = ${text(request.name)} returning name),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("secret.deleted")}, ${text(request.by.id)}, null, null, null, null, null,
        ${json({ name: request.name })} from gone
    )
    select name from gone`);
  if (rows.length === 0) throw new AppError("not_found", "There is no such secret.");
  events.publish([{ kind: "tools" }]);
}

/** Every value that is set, by name: for those who need some, and to mask them all. One that no longer opens is left out. */
export async function readSecrets({ database, seal }: SecretServices): Promise<Map<string, string>> {
  const rows = await database.query<{ name: string; sealed: string }>(sql`select name, sealed from secrets`);
  const values = new Map<string, string>();
  for (const row of rows) {
    const value = seal.open(purpose(row.name), row.sealed);
    if (value !== null) values.set(row.name, value);
  }
  return values;
}
