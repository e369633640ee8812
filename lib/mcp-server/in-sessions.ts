import { randomUUID } from "node:crypto";
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { answerCall } from "./answer-call.ts";
import { callAskingInSession } from "./ask-in-session.ts";
import type { Exchange, ProtocolHandler } from "./exchange.ts";
import { jsonRpcError } from "./json-rpc-error.ts";
import { makeServer } from "./make-server.ts";
import type { Serving } from "./serving.ts";
import { createSessions, type Session, type SessionLimits, sparedSeconds } from "./sessions.ts";

type Transport = WebStandardStreamableHTTPServerTransport;

/**
 * Clients of the 2025 revisions. A session lives in the memory of the process that opened it, because the question to
 * the client and its answer are two HTTP requests that must meet: behind a balancer these clients need sticky routing
 * by `Mcp-Session-Id`. One that lands elsewhere gets 404 and begins anew.
 */
export function createSessionHandler(serving: Serving, limits: SessionLimits): ProtocolHandler {
  const sessions = createSessions(limits, serving.now);

  async function begin(exchange: Exchange): Promise<Response> {
    const { principal } = exchange;
    if (!sessions.makeRoom(principal)) {
      return jsonRpcError(503, -32000, "Too many sessions are in use: try again in a moment", {
        "retry-after": String(sparedSeconds),
      });
    }
    const server = makeServer(serving);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => sessions.add(id, { principal, server, transport }),
      onsessionclosed: (id) => sessions.remove(id),
    });
    server.setRequestHandler("tools/call", (request, context) => {
      const answer = answerCall(() => callAskingInSession(serving, server, principal, request, context));
      return serving.calls.track(
        answer.finally(() => {
          if (context.mcpReq.signal.aborted) freeStream(transport, context.mcpReq.id);
        }),
      );
    });
    await server.connect(transport);
    const response = await serve({ principal, server, transport }, exchange);
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  async function serve({ transport }: Session, { request, body, ended }: Exchange): Promise<Response> {
    const response = await transport.handleRequest(request, body === undefined ? {} : { parsedBody: body });
    if (transport.sessionId !== undefined) void ended.then(sessions.hold(transport.sessionId));
    return response;
  }

  return {
    async fetch(exchange) {
      const { request, body, principal } = exchange;
      if (!["GET", "POST", "DELETE"].includes(request.method)) {
        return jsonRpcError(405, -32000, "Method not allowed", { allow: "GET, POST, DELETE" });
      }
      const id = request.headers.get("mcp-session-id");
      if (id === null) {
        if (isInitializeRequest(body)) return begin(exchange);
        return jsonRpcError(400, -32000, "Mcp-Session-Id header is required: initialize first");
      }
      const session = sessions.find(id, principal);
      return session ? serve(session, exchange) : jsonRpcError(404, -32001, "Session not found");
    },
    changed() {
      for (const { server } of sessions.all()) void server.sendToolListChanged().catch(() => {});
    },
    close: () => sessions.close(),
  };
}

/** To a request that its client cancelled no answer is sent, and the stream that waited for one would stay open. */
function freeStream(transport: Transport, id: string | number): void {
  transport.closeSSEStream(id);
  const error = { code: -32800, message: "Cancelled" };
  void transport.send({ jsonrpc: "2.0", id, error }).catch(() => {});
}
