import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { abandonOutsideCall, answerOutsideCall } from "../runs/outside/answer-call.ts";
import { type FoundCall, findOutsideCall } from "../runs/outside/find-call.ts";
import { type AskWhere, requestOutsideCall } from "../runs/outside/request-call.ts";
import type { RunServices } from "../runs/services.ts";
import type { Tool } from "../tools/tool.ts";
import { type EffectiveSettings, effectiveSettings, type ToolSettingsRow } from "../tools/tool-settings.ts";
import { isReadable } from "./answer-call.ts";
import { answeredBefore } from "./answered-before.ts";
import { createClientsSeen } from "./clients-seen.ts";
import type { Asked, CallOutcome, ClientAnswer, ExposedTool, Gate } from "./gate.ts";
import { wholePrompt } from "./whole-prompt.ts";

type Exposed = { tool: Tool; settings: EffectiveSettings; name: string };

/** How long a caller is held while its call waits in the app. */
const longestHold = 50_000;

const stillRunning =
  "The tool is still running, and its outcome is not known yet. Do not call it again: check whether it took effect.";

/** What stands however often it is asked; other refusals may pass, or are mended by other arguments. */
const final = new Set<ErrorCode>(["forbidden", "not_found", "conflict", "expired"]);

/** The gate over the product's own policy, tables and door. `url` is where the app is. */
export function createGate(services: RunServices, url: string, holdMilliseconds = longestHold): Gate {
  const seen = createClientsSeen(services.database);

  const exposed = async (called?: string): Promise<Exposed[]> => {
    const one =
      called === undefined ? sql`` : sql`and (tool_name = ${text(called)} or alias = ${text(called)})`;
    const rows = await services.database.query<ToolSettingsRow>(
      sql`select * from tool_settings where exposed ${one}`,
    );
    return rows.flatMap((row) => {
      const tool = services.registry.get(row.tool_name);
      if (!tool || tool.questions) return [];
      const settings = effectiveSettings(tool, row);
      return settings.enabled ? [{ tool, settings, name: nameOf(tool, settings) }] : [];
    });
  };
  /** A tool that came later may have the name that is another's alias: its own name is its own. */
  const nameOf = (tool: Tool, { alias }: EffectiveSettings): string =>
    alias !== null && !services.registry.get(alias) ? alias : tool.name;
  const find = async (name: string): Promise<Exposed> => {
    const found = (await exposed(name)).find((each) => each.name === name);
    if (!found) throw new AppError("not_found", `Not run: there is no tool named '${name}'.`);
    return found;
  };
  const outcomeOf = ({ call, approval }: FoundCall): CallOutcome => {
    if (call.state === "succeeded") return { kind: "result", result: call.result };
    const { state } = call;
    const isOpen = state === "pending" || state === "approved" || state === "executing";
    // Only what was asked about in the app can be joined: the same call, asked of its client, is a call of its own.
    if (approval?.asked_of === "app" && isOpen) {
      return { kind: "pending", approvalId: approval.id, url: `${url}/approvals/${approval.id}`, state };
    }
    return { kind: "error", message: call.error ?? (call.ended_at === null ? stillRunning : "Not run.") };
  };
  /** Null where the question was settled before. A tool that is not served any more leaves nothing behind that waits. */
  const toolOf = async ({ name, callId }: ClientAnswer): Promise<Tool | null> => {
    try {
      return (await find(name)).tool;
    } catch (error) {
      if (await abandonOutsideCall(services, callId)) throw error;
      return null;
    }
  };
  const standing = async ({ callId, caller }: ClientAnswer): Promise<FoundCall> => {
    const found = await findOutsideCall(services.database, callId);
    if (found?.call.caller?.principal.id === caller.principal.id) return found;
    throw new AppError("not_found", "Not run: there is no such question.");
  };
  /** What the door refuses is an answer to the client, not a fault of ours. */
  const readable = async (work: () => Promise<CallOutcome | Asked>): Promise<CallOutcome | Asked> => {
    try {
      return await work();
    } catch (error) {
      if (!isReadable(error)) throw error;
      const message = error.message.startsWith("Not run") ? error.message : `Not run: ${error.message}`;
      const advice = final.has(error.code) ? " Do not call it again for this request." : "";
      return { kind: "error", message: `${message}${advice}` };
    }
  };

  return {
    list: async () => (await exposed()).map(view),
    request: (request) =>
      readable(async () => {
        await seen(request.caller);
        const { tool, settings } = await find(request.name);
        const found = await requestOutsideCall(services, {
          tool,
          arguments: request.arguments,
          caller: request.caller,
          ask: askWhere(settings, request.canAsk),
          holdMilliseconds,
          signal: request.signal,
        });
        const { call, approval } = found;
        if (call.state !== "pending" || approval?.asked_of !== "client") return outcomeOf(found);
        return {
          kind: "ask",
          callId: call.id,
          prompt: wholePrompt(tool, settings, call.arguments),
          argumentsDigest: call.arguments_digest,
          expiresAt: approval.expires_at ?? new Date().toISOString(),
        };
      }),
    prompt: async ({ name, arguments: given }) => {
      const found = (await exposed(name)).find((each) => each.name === name);
      return found ? wholePrompt(found.tool, found.settings, JSON.stringify(given)) : null;
    },
    answer: async (answer) => {
      const outcome = await readable(async () => {
        const tool = await toolOf(answer);
        const answered = tool
          ? await answerOutsideCall(services, { ...answer, toolName: tool.name })
          : { ...(await standing(answer)), answeredBefore: true };
        if (!answered.answeredBefore) return outcomeOf(answered);
        return { kind: "error", message: answeredBefore(answered.call) };
      });
      return outcome.kind === "ask" ? { kind: "error", message: "Not run." } : outcome;
    },
    abandon: async (callId) => {
      await abandonOutsideCall(services, callId);
    },
  };
}

function askWhere({ outside, elicitationSeconds }: EffectiveSettings, canAsk: boolean): AskWhere {
  if (outside === "app" || (outside === "client_or_app" && !canAsk)) return { kind: "app" };
  return canAsk ? { kind: "client", seconds: elicitationSeconds } : { kind: "nowhere" };
}

const view = ({ tool, settings, name }: Exposed): ExposedTool => ({
  name,
  title: tool.title,
  description: tool.description,
  inputSchema: tool.inputSchema,
  readOnly: settings.risk === "L0",
  destructive: settings.risk === "L4" || settings.risk === "L5",
});
