import { randomUUID } from "node:crypto";
import type { Principal } from "../auth/principal.ts";
import { argumentsDigest } from "../policy/digest.ts";
import { answeredBefore } from "./answered-before.ts";
import type { CallOutcome, CallRequest, ExposedTool, Gate } from "./gate.ts";

export type TestTool = Partial<ExposedTool> & {
  gated?: boolean;
  /** Asked in the app, not by the client. */
  inApp?: boolean;
  run?(argumentsValue: unknown, signal: AbortSignal): unknown;
};

export type TestCall = {
  id: string;
  tool: string;
  arguments: unknown;
  digest: string;
  principal: Principal;
  client: { name: string; version: string } | null;
  state: "pending" | "rejected" | "cancelled" | "expired" | "succeeded" | "failed" | "denied";
  expiresAt: number;
};

export type TestGate = Gate & { calls: TestCall[]; runs: unknown[]; tools: Map<string, TestTool> };

type Options = {
  waitMilliseconds?: number;
  now?: () => number;
  beforeAsking?: (signal: AbortSignal) => Promise<void>;
};

const notRun = (why: string): CallOutcome => ({
  kind: "error",
  message: `The call was not run: ${why} Do not call it again for this request.`,
});

const promptOf = (name: string, given: unknown): string =>
  `Approve running tool '${name}' with arguments ${JSON.stringify(given)}?`;

/** Behaves as gate.ts says, in memory: judged and saved first, answered once, and run at most once. */
export function createTestGate(tools: Record<string, TestTool>, options: Options = {}): TestGate {
  const { waitMilliseconds = 60_000, now = Date.now, beforeAsking } = options;
  const byName = new Map(Object.entries(tools));
  const calls: TestCall[] = [];
  const runs: unknown[] = [];

  async function execute(call: TestCall, signal: AbortSignal): Promise<CallOutcome> {
    runs.push(call.arguments);
    try {
      const result = await byName.get(call.tool)?.run?.(call.arguments, signal);
      call.state = "succeeded";
      return { kind: "result", result: result === undefined ? "done" : result };
    } catch (error) {
      call.state = "failed";
      return { kind: "error", message: error instanceof Error ? error.message : String(error) };
    }
  }

  function save(request: CallRequest): TestCall {
    const call: TestCall = {
      id: randomUUID(),
      tool: request.name,
      arguments: request.arguments,
      digest: argumentsDigest(request.arguments),
      principal: request.caller.principal,
      client: request.caller.client,
      state: "pending",
      expiresAt: now() + waitMilliseconds,
    };
    calls.push(call);
    return call;
  }

  return {
    calls,
    runs,
    tools: byName,
    async list() {
      return [...byName].map(([name, tool]) => ({
        name,
        title: tool.title ?? name,
        description: tool.description ?? `The tool ${name}.`,
        inputSchema: tool.inputSchema ?? { type: "object" },
        readOnly: tool.readOnly ?? false,
        destructive: tool.destructive ?? false,
      }));
    },
    async request(request) {
      const call = save(request);
      const tool = byName.get(request.name);
      if (tool?.gated && request.canAsk) {
        await beforeAsking?.(request.signal);
        return {
          kind: "ask",
          callId: call.id,
          prompt: promptOf(call.tool, call.arguments),
          argumentsDigest: call.digest,
          expiresAt: new Date(call.expiresAt).toISOString(),
        };
      }
      if (tool?.inApp)
        return {
          kind: "pending",
          state: "pending",
          approvalId: call.id,
          url: `http://127.0.0.1/approvals/${call.id}`,
        };
      if (tool && !tool.gated) return execute(call, request.signal);
      call.state = "denied";
      return notRun(tool ? "this client cannot ask its person." : "there is no such tool.");
    },
    async prompt({ name, arguments: given }) {
      return byName.has(name) ? promptOf(name, given) : null;
    },
    async answer({ callId, name, arguments: given, caller, action, signal }) {
      const call = calls.find(({ id }) => id === callId);
      if (!call || call.principal.id !== caller.principal.id) return notRun("nothing like it was asked.");
      if (call.tool !== name || call.digest !== argumentsDigest(given))
        return notRun("something else was asked.");
      if (call.state !== "pending")
        return { kind: "error", message: answeredBefore({ state: call.state, error: null }) };
      if (now() >= call.expiresAt) {
        call.state = "expired";
        return notRun("nobody answered in time.");
      }
      if (action === "accept") {
        call.state = "succeeded";
        return execute(call, signal);
      }
      call.state = action === "decline" ? "rejected" : "cancelled";
      return notRun(action === "decline" ? "the person declined." : "the question was closed.");
    },
    async abandon(callId) {
      const call = calls.find(({ id }) => id === callId);
      if (call?.state === "pending") call.state = "cancelled";
    },
  };
}
