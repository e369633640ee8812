import { mostOffered } from "../policy/most-offered.ts";
import type { Registry } from "../tools/registry.ts";
import type { Tool } from "../tools/tool.ts";
import { effectiveSettings, type ToolSettingsRow } from "../tools/tool-settings.ts";

/** What a model is given: the tools that are on, and no more of them than a provider accepts. */
export function offeredTools(
  registry: Registry,
  settings: readonly ToolSettingsRow[],
): { tools: Tool[]; leftOut: string | null } {
  const byName = new Map(settings.map((row) => [row.tool_name, row]));
  const on = registry.list().filter((tool) => effectiveSettings(tool, byName.get(tool.name)).enabled);
  const tools = on.slice(0, mostOffered);
  return { tools, leftOut: on.length > mostOffered ? leftOut(on) : null };
}

function leftOut(on: Tool[]): string {
  const rest = on.slice(mostOffered);
  const sources = [...new Set(rest.map(({ source }) => source))].join(", ");
  return (
    `${rest.length} of ${on.length} tools were not offered to the model (of ${sources}): providers accept ${mostOffered}. ` +
    "Turn off what is not needed in Settings → Tools, or pick the tools of this conversation."
  );
}
