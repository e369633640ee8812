import type { ToolSettingsRow } from "../db/rows.ts";
import type { Risk } from "../policy/risk.ts";
import type { Outside } from "./schema.ts";
import type { Tool } from "./tool.ts";

export type { ToolSettingsRow };

export type EffectiveSettings = {
  enabled: boolean;
  risk: Risk;
  approvalMode: "required" | "disabled";
  prompt: string | null;
  timeoutSeconds: number;
  exposed: boolean;
  alias: string | null;
  outside: Outside;
  elicitationSeconds: number;
};

export const defaultTimeoutSeconds = 24 * 60 * 60;
const defaultElicitationSeconds = 120;

export function effectiveSettings(tool: Tool, set: ToolSettingsRow | undefined): EffectiveSettings {
  return {
    enabled: !tool.off && (set?.enabled ?? tool.enabledByDefault ?? true),
    risk: set?.risk ?? tool.risk,
    approvalMode: set?.approval_mode ?? (tool.asksByDefault ? "required" : "disabled"),
    prompt: set?.prompt ?? null,
    timeoutSeconds: set?.timeout_seconds ?? defaultTimeoutSeconds,
    exposed: set?.exposed ?? false,
    alias: set?.alias ?? null,
    outside: set?.outside ?? "client",
    elicitationSeconds: set?.elicitation_seconds ?? defaultElicitationSeconds,
  };
}
