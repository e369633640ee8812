import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { breather } from "../mcp-client/breather.ts";
import type { Registry } from "./registry.ts";
import type { ToolView } from "./schema.ts";
import type { Tool } from "./tool.ts";
import type { ToolSettingsRow } from "./tool-settings.ts";
import { toolView } from "./tool-view.ts";

/** Of what is to be reviewed in one list; each tool on its own gives its own. */
const mostChanges = 1_000_000;

export type ToolServices = { database: Executor; registry: Registry };

export async function listTools({ database, registry }: ToolServices): Promise<ToolView[]> {
  const rows = await database.query<ToolSettingsRow>(sql`select * from tool_settings`);
  const byName = new Map(rows.map((row) => [row.tool_name, row]));
  const breathe = breather();
  const views: ToolView[] = [];
  let characters = 0;
  for (const tool of registry.list()) {
    await breathe();
    // Past it nothing more is compared, either: a server may change thousands of tools at once, as often as it likes.
    const changes = characters < mostChanges ? (tool.changes ?? null) : null;
    characters += changes?.length ?? 0;
    views.push(toolView(tool, byName.get(tool.name), changes));
  }
  return views;
}

export async function getTool(services: ToolServices, name: string): Promise<ToolView> {
  const tool = findTool(services.registry, name);
  const [row] = await services.database.query<ToolSettingsRow>(
    sql`select * from tool_settings where tool_name = ${text(name)}`,
  );
  return toolView(tool, row);
}

export function findTool(registry: Registry, name: string): Tool {
  const tool = registry.get(name);
  if (!tool) throw new AppError("not_found", "There is no such tool.");
  return tool;
}
