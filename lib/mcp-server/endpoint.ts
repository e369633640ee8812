import type { IncomingMessage, ServerResponse } from "node:http";
import { isLegacyRequest } from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";
import { log } from "../log.ts";
import { installationHeader } from "../mcp-client/own-installation.ts";
import type { Gate } from "./gate.ts";
import { createSessionHandler } from "./in-sessions.ts";
import { jsonRpcError } from "./json-rpc-error.ts";
import { createOpenCalls } from "./open-calls.ts";
import { readMessage } from "./read-message.ts";
import { createRequestStates } from "./request-state.ts";
import type { Serving } from "./serving.ts";
import { defaultLimits, type SessionLimits } from "./sessions.ts";
import { createStatelessHandler } from "./stateless.ts";
import { closed, sendWebResponse, toWebRequest } from "./web-bridge.ts";

export type McpEndpointOptions = {
  gate: Gate;
  /** The installation's secret: instances that share it, and the database, take each other's states. */
  secret: string;
  installationId: string;
  /** Of this product, told to clients. */
  version: string;
  elicitationSecondsMost?: number;
  sessions?: Partial<SessionLimits>;
  now?: () => number;
};

export type McpEndpoint = {
  /** The principal was authenticated, and Host and Origin were checked, by the caller. */
  handle(request: IncomingMessage, response: ServerResponse, principal: Principal): Promise<void>;
  /** What `gate.list` answers is another now. */
  changed(): void;
  /** Ends every session and stream; what was asked is abandoned before it resolves. */
  close(): Promise<void>;
};

export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { gate, installationId, elicitationSecondsMost = 120, now = Date.now } = options;
  const serving: Serving = {
    gate,
    installationId,
    version: options.version,
    states: createRequestStates(options.secret),
    calls: createOpenCalls(),
    now,
    deadline: ({ expiresAt }) => Math.min(Date.parse(expiresAt), now() + elicitationSecondsMost * 1000),
  };
  const stateless = createStatelessHandler(serving);
  const inSessions = createSessionHandler(serving, { ...defaultLimits, ...options.sessions });
  const handlers = [stateless, inSessions];

  let closing = false;

  async function answer(message: IncomingMessage, response: ServerResponse, principal: Principal) {
    if (closing) return jsonRpcError(503, -32000, "The server is stopping", { "retry-after": "5" });
    const left = new AbortController();
    const ended = closed(response).then(() => {
      if (!response.writableFinished) left.abort();
    });
    const read = message.method === "POST" ? await readMessage(message) : { body: undefined };
    if (read instanceof Response) return read;
    const request = toWebRequest(message, left.signal);
    const handler = (await isLegacyRequest(request, read.body)) ? inSessions : stateless;
    return handler.fetch({ request, body: read.body, principal, ended });
  }

  return {
    async handle(request, response, principal) {
      response.setHeader(installationHeader, installationId);
      try {
        await sendWebResponse(await answer(request, response, principal), response);
      } catch (error) {
        if (response.destroyed) return;
        log.error({ err: error }, "a request to /mcp failed");
        if (response.headersSent) response.destroy();
        else await sendWebResponse(jsonRpcError(500, -32603, "Internal error"), response);
      }
    },
    changed() {
      for (const handler of handlers) handler.changed();
    },
    async close() {
      closing = true;
      await Promise.all(handlers.map((handler) => handler.close()));
      await serving.calls.settled();
    },
  };
}
