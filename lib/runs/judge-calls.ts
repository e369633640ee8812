import type { Preview } from "../approvals/schema.ts";
import type { Executor } from "../db/client.ts";
import { newId } from "../db/new-id.ts";
import type { CallRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { log } from "../log.ts";
import { argumentsDigest } from "../policy/digest.ts";
import { defaultPrompt, renderPrompt } from "../policy/prompt.ts";
import { storableText, storableValue } from "../policy/storable-text.ts";
import { judge } from "../policy/verdict.ts";
import { maskSecrets } from "../tools/authored/mask-secrets.ts";
import type { Registry } from "../tools/registry.ts";
import type { Foresight, Tool } from "../tools/tool.ts";
import { type EffectiveSettings, effectiveSettings, type ToolSettingsRow } from "../tools/tool-settings.ts";
import { validateArguments } from "../tools/validate-arguments.ts";
import type { AskedCall } from "./ask-model.ts";
import type { RunServices } from "./services.ts";

export type PlannedCall = Pick<
  CallRow,
  | "id"
  | "position"
  | "tool_call_id"
  | "tool"
  | "tool_name"
  | "arguments"
  | "arguments_digest"
  | "because"
  | "ground"
  | "tool_fingerprint"
  | "error"
> & {
  state: "allowed" | "pending" | "denied";
  approval: {
    id: string;
    kind: "approval" | "question";
    prompt: string;
    preview: Preview | null;
    timeoutSeconds: number;
  } | null;
};

type Judging = {
  database: Executor;
  registry: Registry;
  secrets: RunServices["secrets"];
  rejectedInRun: Set<string>;
  signal: AbortSignal;
  /** The question of a tool that has no template of its own. */
  defaultPrompt?: string;
};

export const callKey = (toolName: string, digest: string): string => `${toolName} ${digest}`;

/** Why a call is refused may quote its arguments, and this sentence is read where those are masked. */
function masked({ secrets }: Judging, call: PlannedCall): PlannedCall {
  return call.error === null ? call : { ...call, error: maskSecrets(call.error, secrets.values()) };
}

/** The policy's verdict on each call of a step, with its preview. The flags are read now, after the model asked. */
export async function judgeCalls(judging: Judging, asked: AskedCall[]): Promise<PlannedCall[]> {
  const names = JSON.stringify([...new Set(asked.map((call) => call.toolName))]);
  const settings = await judging.database.query<ToolSettingsRow>(
    sql`select * from tool_settings where tool_name in (select jsonb_array_elements_text(${names}::text::jsonb))`,
  );
  const byName = new Map(settings.map((row) => [row.tool_name, row]));
  return Promise.all(
    asked.map(async (call, position) => {
      try {
        return masked(judging, await judgeCall(judging, byName.get(call.toolName), call, position));
      } catch (error) {
        log.error({ error: String(error), tool: call.toolName }, "a call could not be judged and is refused");
        return denied(judging.registry, call, position, "It could not be checked whether this call may run.");
      }
    }),
  );
}

async function judgeCall(
  judging: Judging,
  set: ToolSettingsRow | undefined,
  call: AskedCall,
  position: number,
): Promise<PlannedCall> {
  const tool = judging.registry.get(call.toolName);
  if (!tool) {
    const verdict = judge({
      toolName: call.toolName,
      tool: null,
      changed: false,
      isNew: false,
      question: false,
      invalidArguments: null,
      rejectedBefore: false,
      impossible: null,
    });
    return denied(
      judging.registry,
      call,
      position,
      verdict.because[0] ?? "",
      verdict.kind === "deny" ? verdict.message : undefined,
    );
  }
  const settings = effectiveSettings(tool, set);
  const invalidArguments = validateArguments(tool, call.input);
  const digest = argumentsDigestOf(call.input);
  const rejectedBefore = judging.rejectedInRun.has(callKey(tool.name, digest));
  const changed = tool.changed ?? false;
  const flagged = settings.approvalMode === "required" || changed;
  const worthForeseeing = settings.enabled && flagged && !invalidArguments && !rejectedBefore;
  const foresight = worthForeseeing
    ? await foresee(tool, call.input as Record<string, unknown>, judging.signal)
    : null;
  const verdict = judge({
    toolName: tool.name,
    tool: settings,
    changed,
    isNew: tool.isNew ?? false,
    question: tool.questions !== undefined,
    invalidArguments,
    rejectedBefore,
    impossible: foresight && !foresight.possible ? foresight.error : null,
  });
  const asks = verdict.kind === "ask";
  return {
    ...planned(call, position, digest, reference(tool, settings)),
    state: asks ? "pending" : verdict.kind === "allow" ? "allowed" : "denied",
    because: verdict.because,
    error: verdict.kind === "deny" ? storableText(verdict.message) : null,
    ground: foresight?.possible ? foresight.ground : null,
    tool_fingerprint: tool.fingerprint ?? null,
    approval: asks
      ? {
          id: newId(),
          kind: tool.questions ? "question" : "approval",
          prompt: storableText(promptOf(judging, tool, settings, call.input)),
          preview: storablePreview(previewOf(tool, foresight)),
          timeoutSeconds: settings.timeoutSeconds,
        }
      : null,
  };
}

const foresee = async (
  tool: Tool,
  input: Record<string, unknown>,
  signal: AbortSignal,
): Promise<Foresight> =>
  tool.foresee ? tool.foresee(input, { signal }) : { possible: true, preview: null, ground: null };

/** Of a tool that is another than the one that was reviewed, first of all that. */
function previewOf(tool: Tool, foresight: Foresight | null): Preview | null {
  if (tool.changed && tool.changes) return { kind: "diff", text: tool.changes };
  return foresight?.possible ? foresight.preview : null;
}

const storablePreview = (preview: Preview | null): Preview | null => storableValue(preview) as Preview | null;

function promptOf(judging: Judging, tool: Tool, settings: EffectiveSettings, input: unknown): string {
  const questions = tool.questions?.(input as Record<string, unknown>);
  if (questions) return questions.map(({ question }) => question).join("\n");
  const template = settings.prompt ?? judging.defaultPrompt ?? defaultPrompt;
  return renderPrompt(template, tool.name, input);
}

/** Canonical JSON knows no half characters: such arguments are refused, and their digest only tells them apart. */
export function argumentsDigestOf(input: unknown): string {
  const value = input ?? null;
  try {
    return argumentsDigest(value);
  } catch {
    return argumentsDigest(JSON.stringify(value));
  }
}

const reference = (tool: Tool, { risk }: Pick<Tool, "risk">): CallRow["tool"] => ({
  name: tool.name,
  title: tool.title,
  source: tool.source,
  risk,
});

function planned(call: AskedCall, position: number, digest: string, tool: CallRow["tool"]) {
  return {
    id: newId(),
    position,
    tool_call_id: call.toolCallId,
    tool,
    tool_name: tool.name,
    arguments: JSON.stringify(call.input ?? null),
    arguments_digest: digest,
  };
}

function denied(
  registry: Registry,
  call: AskedCall,
  position: number,
  because: string,
  message?: string,
): PlannedCall {
  const tool = registry.get(call.toolName);
  const unknown = { name: call.toolName, title: call.toolName, source: null, risk: "L5" } as const;
  return {
    ...planned(call, position, argumentsDigestOf(call.input), tool ? reference(tool, tool) : unknown),
    state: "denied",
    because: [because],
    error: message ?? `Not run: ${because}`,
    ground: null,
    tool_fingerprint: null,
    approval: null,
  };
}
