import type { Principal } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { integer, isoTime, text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import type { AuthoredTool } from "../authored/authored-tool-schema.ts";
import { getTool } from "../list-tools.ts";
import type { ToolView } from "../schema.ts";
import { type AuthoredVersionRow, definitionOf } from "./authored-version.ts";
import { replaceTool } from "./publish-tool.ts";
import type { StudioServices } from "./studio-services.ts";

export type AuthoredView = ToolView & {
  code: string;
  capabilities: NonNullable<AuthoredTool["capabilities"]>;
  version: number;
};

export type VersionView = {
  version: number;
  description: string;
  publishedBy: string;
  publishedAt: string;
  current: boolean;
};

/** An authored tool with what it is made of. */
export async function getAuthored(services: StudioServices, name: string): Promise<AuthoredView> {
  const [row] = await services.database.query<AuthoredVersionRow>(sql`
    select v.* from authored_tools t join authored_versions v on v.tool_name = t.name and v.version = t.version
    where t.name = ${text(name)} and t.deleted_at is null`);
  if (!row) throw new AppError("not_found", "Nobody wrote such a tool here.");
  if (!services.registry.get(name)) await services.authored.reload();
  const { code, capabilities, version } = row;
  return { ...(await getTool(services, name)), code, capabilities, version };
}

export async function listVersions(services: StudioServices, name: string): Promise<VersionView[]> {
  const { version: current } = await getAuthored(services, name);
  const rows = await services.database.query<AuthoredVersionRow>(
    sql`select * from authored_versions where tool_name = ${text(name)} order by version desc limit 200`,
  );
  return rows.map((row) => ({
    version: row.version,
    description: row.description,
    publishedBy: row.published_by,
    publishedAt: isoTime(row.published_at),
    current: row.version === current,
  }));
}

/** Going back publishes what it was as the newest version: nothing on record changes. */
export async function restoreVersion(
  services: StudioServices,
  request: { name: string; version: number; by: Principal; signal: AbortSignal },
): Promise<AuthoredView> {
  const { name, version, by, signal } = request;
  const [row] = await services.database.query<AuthoredVersionRow>(sql`
    select * from authored_versions where tool_name = ${text(name)} and version = ${integer(version)}`);
  if (!row) throw new AppError("not_found", "There is no such version.");
  return replaceTool(services, { definition: definitionOf(row), by, signal });
}
