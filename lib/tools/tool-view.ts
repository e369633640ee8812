import { composedRisk } from "../policy/risk.ts";
import type { ToolView } from "./schema.ts";
import type { Tool } from "./tool.ts";
import { effectiveSettings, type ToolSettingsRow } from "./tool-settings.ts";

/** A tool with what people set about it. */
export function toolView(
  tool: Tool,
  set: ToolSettingsRow | undefined,
  changes: string | null = tool.changes ?? null,
): ToolView {
  const settings = effectiveSettings(tool, set);
  const alwaysAsks = tool.questions !== undefined;
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    source: tool.source,
    inputSchema: tool.inputSchema,
    risk: settings.risk,
    enabled: settings.enabled,
    exposed: settings.exposed,
    alias: settings.alias,
    originalName: tool.originalName ?? null,
    annotations: tool.annotations ?? null,
    composedRisk: composedRisk(
      settings.risk,
      tool.source.startsWith("mcp:") && settings.approvalMode === "required",
    ),
    fingerprint: tool.fingerprint ?? null,
    review: tool.changed ? "changed" : "reviewed",
    isNew: tool.isNew ?? false,
    changes,
    alwaysAsks,
    approval: {
      mode: alwaysAsks ? "required" : settings.approvalMode,
      prompt: alwaysAsks ? null : settings.prompt,
      timeoutSeconds: settings.timeoutSeconds,
      outside: settings.outside,
      elicitationSeconds: settings.elicitationSeconds,
    },
  };
}
