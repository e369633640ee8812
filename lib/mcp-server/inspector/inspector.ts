import type { Principal } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import { log } from "../../log.ts";
import { abandonOutsideCall, answerOutsideCall } from "../../runs/outside/answer-call.ts";
import { requestOutsideCall } from "../../runs/outside/request-call.ts";
import { ownerIsGone } from "../../runs/owner-is-gone.ts";
import type { RunServices } from "../../runs/services.ts";
import { findTool } from "../../tools/list-tools.ts";
import { effectiveSettings, type ToolSettingsRow } from "../../tools/tool-settings.ts";
import { wholePrompt } from "../whole-prompt.ts";
import { type InspectorEvent, toldBy } from "./events.ts";
import { callOwnTool, type ListedTool, listOwnTools } from "./own-endpoint.ts";
import { askedOn, createOpenQuestions, type InspectorAnswer } from "./questions.ts";

export type InspectorCall = {
  /** `countersign` for our own /mcp, else the id of a server. */
  target: string;
  tool: string;
  arguments: Record<string, unknown>;
  by: Principal;
  signal: AbortSignal;
};

export type Inspector = {
  tools(target: string): Promise<ListedTool[]>;
  call(call: InspectorCall): AsyncGenerator<InspectorEvent>;
  answer(id: string, action: InspectorAnswer): Promise<void>;
};

const ownTarget = "countersign";

/** Lets a person see what an outside client sees. Calls of a server's tools pass the same gate: nothing skips it. */
export function createInspector(
  services: RunServices,
  own: { url: string; token: string; version: string },
  serverName: (id: string) => string | null,
  leaseSeconds: number,
): Inspector {
  const questions = createOpenQuestions(services.instanceId);
  const ofServer = (target: string) =>
    services.registry.list().filter((tool) => tool.source === `mcp:${serverName(target)}`);

  const lives = async (instanceId: string): Promise<boolean> => {
    const gone = ownerIsGone(text(instanceId), leaseSeconds);
    return (await services.database.query(sql`select 1 where not ${gone}`)).length > 0;
  };

  const callServerTool = async (call: InspectorCall, tell: (event: InspectorEvent) => void) => {
    const { signal } = call;
    const tool = findTool(services.registry, call.tool);
    if (tool.source !== `mcp:${serverName(call.target)}`)
      throw new AppError("not_found", "There is no such tool.");
    const [set] = await services.database.query<ToolSettingsRow>(
      sql`select * from tool_settings where tool_name = ${text(tool.name)}`,
    );
    const settings = effectiveSettings(tool, set);
    const caller = { principal: call.by, client: { name: "Countersign Inspector", version: own.version } };
    let { call: row } = await requestOutsideCall(services, {
      tool,
      arguments: call.arguments,
      caller,
      ask: { kind: "client", seconds: settings.elicitationSeconds },
      holdMilliseconds: 0,
      signal,
    });
    if (row.state === "pending") {
      const message = wholePrompt(tool, settings, row.arguments);
      const action = await questions.ask(signal, (id) =>
        tell({ event: "elicitation", data: { id, message, schema: { type: "object", properties: {} } } }),
      );
      if (signal.aborted) return abandonOutsideCall(services, row.id);
      const answer = {
        callId: row.id,
        toolName: tool.name,
        arguments: call.arguments,
        caller,
        action,
        signal,
      };
      ({ call: row } = await answerOutsideCall(services, answer));
    }
    tell({ event: "result", data: resultOf(row.state === "succeeded", row.result, row.error) });
  };

  return {
    tools: async (target) =>
      target === ownTarget
        ? listOwnTools(own)
        : ofServer(target).map(({ name, title, description, inputSchema }) => ({
            name,
            title,
            description,
            inputSchema,
          })),
    call: (call) =>
      toldBy(async (tell) => {
        try {
          if (call.target === ownTarget) await callOwnTool(own, call, questions, tell);
          else await callServerTool(call, tell);
        } catch (error) {
          if (call.signal.aborted) return;
          if (!(error instanceof AppError))
            log.warn({ error: String(error) }, "a call of the inspector failed");
          tell({
            event: "error",
            data: { message: isForPeople(error, call) ? error.message : "The call failed." },
          });
        }
      }),
    async answer(id, action) {
      if (questions.answer(id, action)) return;
      const instanceId = askedOn(id);
      if (instanceId === services.instanceId || !(await lives(instanceId))) {
        throw new AppError("not_found", "Not taken: nobody asks that any more. Call the tool again.");
      }
      throw new AppError(
        "conflict",
        "Not taken: another instance of the server asks this, and only it can take the answer. Answer again; if that does not help, the balancer must keep a browser at one instance.",
      );
    },
  };
}

/** What our own endpoint says to a client is meant to be read; what breaks inside is not. */
const isForPeople = (error: unknown, call: InspectorCall): error is Error =>
  error instanceof AppError || (call.target === ownTarget && error instanceof Error);

function resultOf(succeeded: boolean, result: unknown, error: string | null) {
  const shaped =
    typeof result === "object" && result !== null && "content" in result && Array.isArray(result.content);
  if (succeeded && shaped) {
    const { content, structuredContent = null } = result as {
      content: unknown[];
      structuredContent?: unknown;
    };
    return { isError: false, content, structuredContent };
  }
  const text = succeeded
    ? typeof result === "string"
      ? result
      : JSON.stringify(result, null, 2)
    : (error ?? "Not run.");
  return { isError: !succeeded, content: [{ type: "text", text }], structuredContent: null };
}
