import type { IncomingMessage, ServerResponse } from "node:http";
import type { Sessions } from "../auth/session.ts";
import type { Services } from "../engine/services.ts";
import { AppError } from "../errors.ts";
import { installationHeader } from "../mcp-client/own-installation.ts";
import { createGate } from "../mcp-server/create-gate.ts";
import { createMcpEndpoint, type McpEndpoint } from "../mcp-server/endpoint.ts";

/** The endpoint over this installation's gate; clients are told when what is exposed changes. */
export function openMcpEndpoint(services: Services): McpEndpoint {
  const { installation, installationId } = services;
  const endpoint = createMcpEndpoint({
    gate: createGate(services, installation.url),
    secret: installation.secret,
    installationId,
    version: installation.version,
  });
  services.events.subscribe((signal) => {
    if (signal.kind === "tools") endpoint.changed();
  });
  return endpoint;
}

/** Outside clients have a token: a browser's cookie opens no door here. */
export async function handleMcp(
  { services, sessions, mcp }: { services: Services; sessions: Sessions; mcp: McpEndpoint },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader(installationHeader, services.installationId);
  const identity = sessions.identify({ authorization: request.headers.authorization });
  if (!identity) {
    response.setHeader("www-authenticate", "Bearer");
    throw new AppError("unauthenticated", "Send the token of this installation.");
  }
  await mcp.handle(request, response, identity.principal);
}
