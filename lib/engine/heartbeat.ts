import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";

/** One row an instance, by the database's clock: whoever is older than the lease is gone, and its work is taken over. */
export async function beat(database: Executor, instanceId: string): Promise<void> {
  await database.query(sql`
    insert into instances (id) values (${text(instanceId)})
    on conflict (id) do update set beat_at = now()`);
}

/** A clean stop: what is left running here can be taken over at once. */
export async function leave(database: Executor, instanceId: string): Promise<void> {
  await database.query(sql`delete from instances where id = ${text(instanceId)}`);
}

/** Rows of instances that are long gone and own nothing any more: only runs that go on have an owner. */
export async function forgetInstances(database: Executor): Promise<void> {
  await database.query(sql`
    delete from instances i
    where i.beat_at < now() - interval '1 day'
      and not exists (select 1 from runs r where r.owner = i.id and r.ended_at is null)`);
}
