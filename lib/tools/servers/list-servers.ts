import { type SQL, sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import { quoted } from "../../mcp-client/quoted.ts";
import { maskSecrets } from "../authored/mask-secrets.ts";
import { unmatchedNames } from "./check-selectors.ts";
import { isSealedElsewhere, openCredentials, type ServerRow, sealedElsewhere } from "./server-row.ts";
import type { ServerView } from "./server-schema.ts";
import type { ServerServices } from "./server-services.ts";

type Found = ServerRow & { tool_names: string[] | null; known_names: string[] | null };

const found: SQL = sql`
  select s.*, (select jsonb_agg(t.name order by t.name) from server_tools t where t.server_id = s.id and t.listed) as tool_names,
    (select jsonb_agg(t.original_name) from server_tools t where t.server_id = s.id) as known_names
  from servers s`;

export async function listServers(services: ServerServices): Promise<ServerView[]> {
  const rows = await services.database.query<Found>(sql`${found} order by s.name`);
  return rows.map((row) => serverView(services, row));
}

export async function getServer(services: ServerServices, id: string): Promise<ServerView> {
  const [row] = await services.database.query<Found>(sql`${found} where s.id = ${text(id)}`);
  if (!row) throw new AppError("not_found", "There is no such server.");
  return serverView(services, row);
}

function serverView({ servers, seal }: ServerServices, row: Found): ServerView {
  const snapshot = servers.pool.get(row.id)?.snapshot();
  const { headers = {}, env = {} } = openCredentials(seal, row);
  const masked = (words: string) => maskSecrets(words, servers.credentials());
  return {
    id: row.id,
    name: row.name,
    url: row.url,
    command: row.command,
    args: row.args,
    enabled: row.enabled,
    trusted: row.trusted,
    allowPrivateAddress: row.allow_private_address,
    timeoutSeconds: row.timeout_seconds,
    state: row.enabled ? (snapshot?.state ?? "connecting") : "disabled",
    error: snapshot?.error ? masked(snapshot.error) : null,
    notes: [
      ...(isSealedElsewhere(seal, row) ? [sealedElsewhere] : []),
      ...misnamed(row),
      ...(snapshot?.problems ?? []).map(masked),
    ],
    signInUrl: snapshot?.authorizationUrl ?? null,
    tools: row.tools,
    requireApproval: row.require_approval ?? (row.trusted ? ["@write"] : ["@all"]),
    toolNames: row.tool_names ?? [],
    headerNames: Object.keys(headers),
    envNames: Object.keys(env),
  };
}

function misnamed({ require_approval, known_names }: Found): string[] {
  const names = known_names === null ? [] : unmatchedNames(require_approval, known_names);
  return names.map(
    (name) =>
      `Approval is required for ${quoted(name)}, which it does not list: until that is put right, all of its tools ask.`,
  );
}
