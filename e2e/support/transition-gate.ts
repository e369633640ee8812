import { randomInt } from "node:crypto";
import type postgres from "postgres";
import { waitUntil } from "./wait-until.ts";

/** A row that is about to be written, as an SQL condition on `new`. */
export type Transition = { table: string; when: string };

export type TransitionGate = {
  /** Resolves when that many transactions stand at the gate: all is written, and the commit under way. */
  reached: (count?: number) => Promise<void>;
  /** They go through and commit, or are lost with their connections; the gate stays open. */
  release: (outcome: "committed" | "lost") => Promise<void>;
};

/**
 * Stops the servers at one transition: a deferred trigger makes the commit of such a row wait for a lock which the test
 * holds. A server that is killed meanwhile leaves its transaction behind, and the test says what becomes of it.
 */
export async function closeGate(sql: postgres.Sql, { table, when }: Transition): Promise<TransitionGate> {
  const key = randomInt(1, 2 ** 31);
  const keeper = await sql.reserve();
  await keeper`select pg_advisory_lock(${key})`;
  await sql.unsafe(`
    create or replace function stand_at_gate() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(tg_argv[0]::bigint); return new; end $$;
    create constraint trigger gate_${key} after insert or update on ${table} deferrable initially deferred
      for each row when (${when}) execute function stand_at_gate('${key}')`);
  const standing = () => sql<{ pid: number }[]>`
    select pid from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
  return {
    reached: async (count = 1) => {
      await waitUntil(
        `${count} at the gate: ${table} ${when}`,
        async () => (await standing()).length >= count,
      );
    },
    release: async (outcome) => {
      if (outcome === "lost") {
        for (const { pid } of await standing()) await sql`select pg_terminate_backend(${pid}, 5000)`;
      }
      await keeper`select pg_advisory_unlock(${key})`;
      keeper.release();
    },
  };
}
