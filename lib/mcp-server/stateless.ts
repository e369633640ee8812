import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Principal } from "../auth/principal.ts";
import { log } from "../log.ts";
import { answerCall } from "./answer-call.ts";
import { callAskingInResult } from "./ask-in-result.ts";
import type { ProtocolHandler } from "./exchange.ts";
import { makeServer } from "./make-server.ts";
import type { Serving } from "./serving.ts";

const mostSubscriptions = 256;

/** Clients of the 2026-07-28 revision: every request stands for itself, on whichever instance it arrives. */
export function createStatelessHandler(serving: Serving): ProtocolHandler {
  const principals = new WeakMap<Request, Principal>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const principal = requestInfo && principals.get(requestInfo);
      if (!principal) throw new Error("A request came without the one who sent it.");
      const server = makeServer(serving);
      server.setRequestHandler("tools/call", (request, context) =>
        serving.calls.track(
          answerCall(() => callAskingInResult(serving, server, principal, request, context)),
        ),
      );
      return server;
    },
    {
      legacy: "reject",
      maxSubscriptions: mostSubscriptions,
      onerror: (error) => log.debug({ err: error }, "mcp"),
    },
  );
  return {
    fetch({ request, body, principal }) {
      principals.set(request, principal);
      return handler.fetch(request, body === undefined ? {} : { parsedBody: body });
    },
    changed: () => handler.notify.toolsChanged(),
    close: () => handler.close(),
  };
}
