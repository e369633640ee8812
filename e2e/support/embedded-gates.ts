import { existsSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import { openEmbedded } from "../../lib/db/open-embedded.ts";
import type { Transition } from "./transition-gate.ts";
import { waitUntil } from "./wait-until.ts";

export type EmbeddedGates<Name extends string> = {
  close: (name: Name) => void;
  /** Resolves when the server stands at the gate: it does nothing else any more, and can only be killed. */
  reached: (name: Name) => Promise<void>;
  open: (name: Name) => void;
};

/**
 * The embedded database has one session, in the server's own process: a lock excludes nothing there. A trigger at the
 * commit of a transition says in a file that it was reached, and goes round as long as another file is there.
 */
export async function installGates<Name extends string>(
  dataDir: string,
  transitions: Record<Name, Transition>,
): Promise<EmbeddedGates<Name>> {
  const database = await openEmbedded(dataDir);
  const within = "current_setting('data_directory') || '/' ||";
  await database.query(
    sql.raw(`
    create function stand_at_gate() returns trigger language plpgsql as $$
      begin
        while (pg_stat_file(${within} 'closed-' || tg_argv[0], true)).size is not null loop
          execute format('copy (select 1) to %L', ${within} 'reached-' || tg_argv[0]);
        end loop;
        return new;
      end $$`),
  );
  for (const [name, { table, when }] of Object.entries<Transition>(transitions)) {
    await database.query(
      sql.raw(`
      create constraint trigger gate_${name} after insert or update on ${table} deferrable initially deferred
        for each row when (${when}) execute function stand_at_gate('${name}')`),
    );
  }
  await database.close();
  const file = (state: string, name: Name) => path.join(dataDir, "database", `${state}-${name}`);
  return {
    close: (name) => writeFileSync(file("closed", name), ""),
    reached: async (name) => {
      await waitUntil(`the gate ${name} is reached`, () => existsSync(file("reached", name)));
    },
    open: (name) => {
      rmSync(file("closed", name), { force: true });
      rmSync(file("reached", name), { force: true });
    },
  };
}
