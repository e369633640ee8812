import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import type { Events } from "../events/events.ts";
import { findTool, type ToolServices } from "./list-tools.ts";
import type { ToolPatch, ToolView } from "./schema.ts";
import { toolView } from "./tool-view.ts";
import { writeToolSettings } from "./write-settings.ts";

/** Saved at once, used from the next call on. What is not sent stays; `null` puts the tool's own default back. */
export async function updateTool(
  services: ToolServices & { events: Events },
  request: { name: string; patch: ToolPatch; by: Principal },
): Promise<ToolView> {
  const tool = findTool(services.registry, request.name);
  const { alias } = request.patch;
  if (tool.questions) assertFitsQuestions(request.patch);
  await assertFree(services, tool.name, alias);
  const row = await writeToolSettings(services.database, {
    toolName: tool.name,
    patch: request.patch,
    by: request.by,
  }).catch((error: unknown) => {
    throw isTaken(error) ? taken(alias) : error;
  });
  services.events.publish([{ kind: "recorded" }, { kind: "tools" }]);
  return toolView(tool, row);
}

/** A tool that only puts questions to people has no flag and no prompt: what would change nothing is not taken. */
function assertFitsQuestions({ exposed, approval }: ToolPatch): void {
  const refuse = (field: string, why: string) => {
    throw new AppError("invalid", `${field}: ${why}`, { field });
  };
  if (exposed) refuse("exposed", "it asks the person in the chat, and has none to ask outside");
  if (approval?.mode) refuse("approval.mode", "it asks people its questions: each call waits for an answer");
  if (approval?.prompt) refuse("approval.prompt", "it shows the agent's own questions, and no other text");
}

/** On /mcp a tool is known by its alias: it must not stand for another. */
async function assertFree(services: ToolServices, toolName: string, alias: string | null | undefined) {
  if (!alias) return;
  const rows = await services.database.query(
    sql`select 1 from tool_settings where alias = ${text(alias)} and tool_name <> ${text(toolName)}`,
  );
  const other = services.registry.get(alias);
  if (rows.length > 0 || (other && other.name !== toolName)) throw taken(alias);
}

const taken = (alias: string | null | undefined) =>
  new AppError("conflict", `alias: ${alias} is another tool already`, { field: "alias" });

/** Two that chose the same alias at once: the index lets one of them have it. */
const isTaken = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "23505";
