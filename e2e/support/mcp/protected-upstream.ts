import type { IncomingMessage, ServerResponse } from "node:http";
import { type AuthorizationServer, startAuthorizationServer } from "./authorization-server.ts";
import { type RawUpstream, startRawUpstream } from "./raw-upstream.ts";

export type ProtectedUpstream = {
  authorization: AuthorizationServer;
  upstream: RawUpstream;
  /** From now on a token must have been given for this scope, which none was. */
  wantMore: (scope: string) => void;
  close: () => Promise<void>;
};

/** A server that answers to those alone who signed in at its authorization server. */
export async function startProtectedUpstream(): Promise<ProtectedUpstream> {
  const authorization = await startAuthorizationServer();
  let scope = "";
  const before = (request: IncomingMessage, response: ServerResponse): boolean => {
    const origin = `http://${request.headers.host}`;
    if (request.url?.startsWith("/.well-known/oauth-protected-resource")) {
      const resource = { resource: `${origin}/mcp`, authorization_servers: [authorization.issuer] };
      return !!response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(resource));
    }
    if (authorization.accepts(request.headers.authorization?.replace("Bearer ", ""))) {
      if (scope === "") return false;
      const wants = `Bearer error="insufficient_scope", scope="${scope}"`;
      return !!response.writeHead(403, { "www-authenticate": wants }).end();
    }
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return !!response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}"` }).end();
  };
  const upstream = await startRawUpstream({ before });
  return {
    authorization,
    upstream,
    wantMore: (wanted) => {
      scope = wanted;
    },
    close: async () => {
      await upstream.close();
      await authorization.close();
    },
  };
}
