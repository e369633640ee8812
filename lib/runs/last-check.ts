import type { CallRow, DecisionRow } from "../db/rows.ts";
import { log } from "../log.ts";
import { argumentsDigest } from "../policy/digest.ts";
import { effectiveSettings, type ToolSettingsRow } from "../tools/tool-settings.ts";
import type { RunServices } from "./services.ts";

export const changedSentence = (toolName: string): string =>
  `Not run: the tool '${toolName}' changed since this call was shown. Nothing was done.`;

export const unapprovedSentence = "Not run: there is no approval of this call with these arguments.";

type Checked = Pick<
  CallRow,
  "tool_name" | "arguments" | "arguments_digest" | "ground" | "tool_fingerprint"
> & {
  /** What people said of it; null for a call that needed nobody. */
  decisions: DecisionRow[] | null;
};

/**
 * Why a call does not run after all: between the answer and now the tool may have gone, been switched off or become
 * another one, or what was shown may have changed. The arguments are those that were approved.
 */
export async function lastCheck(
  services: Pick<RunServices, "registry">,
  set: ToolSettingsRow | undefined,
  call: Checked,
  signal: AbortSignal,
): Promise<string | null> {
  try {
    return await check(services, set, call, signal);
  } catch (error) {
    log.error({ error: String(error), tool: call.tool_name }, "a call could not be checked and is refused");
    return "Not run: it could not be checked whether this call may still run.";
  }
}

async function check(
  services: Pick<RunServices, "registry">,
  set: ToolSettingsRow | undefined,
  call: Checked,
  signal: AbortSignal,
): Promise<string | null> {
  const tool = services.registry.get(call.tool_name);
  if (!tool) return goneSentence(call.tool_name);
  if (!effectiveSettings(tool, set).enabled) return offSentence(call.tool_name);
  if ((tool.fingerprint ?? null) !== call.tool_fingerprint) {
    return changedSentence(call.tool_name);
  }
  const input = JSON.parse(call.arguments);
  if (argumentsDigest(input) !== call.arguments_digest) {
    return "Not run: the stored arguments are not the ones that were judged.";
  }
  if (call.decisions && !call.decisions.some((decision) => allows(decision, call))) {
    return unapprovedSentence;
  }
  if (call.ground === null || !tool.foresee) return null;
  const foresight = await tool.foresee(input, { signal });
  if (foresight.possible && foresight.ground === call.ground) return null;
  return "Not run: what this call is about changed since it was shown. Nothing was done. Look again before you go on.";
}

/** What people set between that check and the claim: for a call that nobody was asked about, that somebody must be. */
export function refusedSince(
  services: Pick<RunServices, "registry">,
  { call, settings }: { call: CallRow; settings: ToolSettingsRow | null },
  asked: boolean,
): string | null {
  const tool = services.registry.get(call.tool_name);
  if (!tool) return goneSentence(call.tool_name);
  const { enabled, approvalMode } = effectiveSettings(tool, settings ?? undefined);
  if (!enabled) return offSentence(call.tool_name);
  if (asked || (approvalMode === "disabled" && !tool.changed)) return null;
  return `Not run: since this was called, a person has set that '${call.tool_name}' needs approval. Call it again if it is still needed.`;
}

const goneSentence = (toolName: string) => `Not run: there is no tool named '${toolName}' any more.`;
const offSentence = (toolName: string) => `Not run: the tool '${toolName}' was switched off.`;

const allows = ({ decision, arguments_digest }: DecisionRow, call: Checked): boolean =>
  (decision === "approve" || decision === "answer") && arguments_digest === call.arguments_digest;
