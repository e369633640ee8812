import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, text } from "../db/value.ts";

/**
 * One row an instance, by the database's clock: whoever is older than the lease is gone, and its work is taken over.
 * Tells where the others listen, as far as they were heard of lately: with the longest lease they beat every 15 minutes.
 */
export async function beat(
  database: Executor,
  instance: { id: string; port: number },
): Promise<{ otherPorts: number[] }> {
  const others = await database.query<{ port: number }>(sql`
    with mine as (
      insert into instances (id, port) values (${text(instance.id)}, ${integer(instance.port)})
      on conflict (id) do update set beat_at = now()
    )
    select i.port from instances i
    where i.id <> ${text(instance.id)} and i.port is not null and i.beat_at > now() - interval '20 minutes'`);
  return { otherPorts: others.map(({ port }) => port) };
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
