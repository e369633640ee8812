import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import type { Events } from "../../events/events.ts";
import { log } from "../../log.ts";
import { type AuthoredToolHost, createAuthoredTool } from "../authored/create-authored-tool.ts";
import { createTurns } from "../in-turn.ts";
import { createRegistry, type Registry } from "../registry.ts";
import type { AuthoredVersionRow } from "./authored-version.ts";
import { definitionOf } from "./authored-version.ts";

export type AuthoredSource = { registry: Registry; reload(): Promise<void> };

/** The published tools, as last read; read again when they are said to have changed. */
export function createAuthoredSource(
  database: Executor,
  events: Events,
  host: AuthoredToolHost,
): AuthoredSource {
  let current = createRegistry([]);
  const turns = createTurns();
  const read = async () => {
    const rows = await database.query<AuthoredVersionRow>(sql`
      select v.* from authored_tools t join authored_versions v on v.tool_name = t.name and v.version = t.version
      where t.deleted_at is null order by t.name`);
    current = createRegistry(rows.map((row) => createAuthoredTool(definitionOf(row), host)));
  };
  const reload = () => turns.take(read);
  events.subscribe((signal) => {
    if (signal.kind !== "tools") return;
    reload().catch((error) => log.warn({ error: String(error) }, "the authored tools could not be read"));
  });
  return { registry: { get: (name) => current.get(name), list: () => current.list() }, reload };
}
