import type { Database } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { json, text } from "../../db/value.ts";
import type { Definition, UpstreamTool } from "../../mcp-client/definition.ts";
import { lockServer } from "./lock-server.ts";

export type ServerToolRow = {
  server_id: string;
  original_name: string;
  name: string;
  definition: Definition;
  fingerprint: string;
  reviewed: Definition;
  reviewed_fingerprint: string;
};

/** Stand for the fingerprint of what was reviewed, where that was nothing or something else than this tool. */
export const neverReviewed = "never reviewed";
export const reviewedElsewhere = "another tool";
const nothing: Definition = { title: null, description: null, inputSchema: null, annotations: {} };

/**
 * The tools of a server as it listed them just now. What its first list brings counts as reviewed with the server; what
 * comes later, or is another than before, waits for a review. Names that a person chose to ask were chosen among the
 * tools of that moment: a later one is added to them. What it no longer lists is gone but not forgotten: otherwise a
 * server would only have to leave a tool out once to bring it back as another, unreviewed.
 */
export async function rememberTools(
  database: Database,
  serverId: string,
  tools: readonly UpstreamTool[],
): Promise<void> {
  const listed = tools
    .filter((tool) => tool.unusable === null)
    .map(({ name, originalName, definition, fingerprint }) => ({
      name,
      original_name: originalName,
      definition,
      fingerprint,
    }));
  await database.transaction(async (transaction) => {
    if (!(await lockServer(transaction, serverId))) return;
    await transaction.query(sql`
      with listed as (
        select * from jsonb_to_recordset(${json(listed)}) as l(name text, original_name text, definition jsonb, fingerprint text)
      ),
      server as (
        select s.id, s.first_listed_at is not null
          or exists (select 1 from server_tools t where t.server_id = s.id) as known
        from servers s where s.id = ${text(serverId)}
      ),
      added as (
        select coalesce(jsonb_agg(l.original_name), '[]') as names from listed l, servers s
        where s.id = ${text(serverId)} and (s.tools ?| array['@all', '@write', '@destructive'] or s.tools ? l.original_name)
          and not coalesce(s.require_approval, '[]') ? l.original_name
          and not exists (select 1 from server_tools t where t.name = l.name and t.original_name = l.original_name)
      ),
      looked as (
        update servers s
        set first_listed_at = coalesce(s.first_listed_at, now()),
          require_approval = case
            when server.known and not s.require_approval ?| array['@all', '@write', '@destructive']
            then s.require_approval || added.names else s.require_approval end
        from server, added
        where s.id = server.id and (s.first_listed_at is null or added.names <> '[]')
      ),
      gone as (
        update server_tools t set listed = false
        where t.server_id = ${text(serverId)} and t.listed and not exists (select 1 from listed l where l.name = t.name)
      )
      insert into server_tools (server_id, original_name, name, definition, fingerprint, reviewed, reviewed_fingerprint)
      select s.id, l.original_name, l.name, l.definition, l.fingerprint,
        case when s.known then ${json(nothing)} else l.definition end,
        case when s.known then ${text(neverReviewed)} else l.fingerprint end
      from listed l cross join server s
      on conflict (name) do update
      set definition = excluded.definition, fingerprint = excluded.fingerprint, original_name = excluded.original_name,
        listed = true, seen_at = now(),
        reviewed_fingerprint = case when server_tools.original_name = excluded.original_name
          then server_tools.reviewed_fingerprint else ${text(reviewedElsewhere)} end
      where server_tools.server_id = excluded.server_id and (not server_tools.listed
        or server_tools.fingerprint <> excluded.fingerprint or server_tools.original_name <> excluded.original_name)`);
  });
}
