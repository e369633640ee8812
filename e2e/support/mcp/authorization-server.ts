import { createHash, randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Grant = { redirectUri: string; challenge: string; client: string };

export type AuthorizationServer = {
  issuer: string;
  /** What was asked of it, by path, with the headers that came. */
  requests: { path: string; headers: IncomingMessage["headers"] }[];
  /** Whether an access token is good now. */
  accepts: (token: string | undefined) => boolean;
  /** Makes every access token bad, as time would. */
  expireTokens: () => void;
  /** Makes every refresh token bad too. */
  forgetAll: () => void;
  /** From now on nobody new is registered. */
  refuseToRegister: (status: number) => void;
  /** Plays the person: agrees at the authorization address and says where the browser is sent. */
  agree: (authorizationUrl: string) => Promise<URL>;
  close: () => Promise<void>;
};

/**
 * A small authorization server: metadata, registration, authorization codes with PKCE, refresh with rotation. A refresh
 * token that comes a second time was stolen, as far as it can tell, and ends the sign-in. Its refusals say too much.
 */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const requests: AuthorizationServer["requests"] = [];
  const [codes, access, refresh] = [new Map<string, Grant>(), new Set<string>(), new Map<string, string>()];
  const spent = new Set<string>();
  const clients = new Map<string, string[]>();
  let refusal: number | null = null;
  const token = () => randomBytes(12).toString("hex");

  const grantTokens = (response: ServerResponse, client: string) => {
    const [access_token, refresh_token] = [token(), token()];
    access.add(access_token);
    refresh.set(refresh_token, client);
    json(response, 200, { access_token, refresh_token, token_type: "Bearer", expires_in: 3600 });
  };

  const forgetAll = () => {
    access.clear();
    refresh.clear();
  };

  const exchange = (form: URLSearchParams, response: ServerResponse) => {
    const client = form.get("client_id") ?? "";
    if (form.get("grant_type") === "refresh_token") {
      const given = form.get("refresh_token") ?? "";
      if (refresh.get(given) === client && refresh.delete(given)) {
        spent.add(given);
        return grantTokens(response, client);
      }
      if (spent.has(given)) forgetAll();
      return json(response, 400, { error: "invalid_grant", error_description: `No such token: ${given}` });
    }
    const code = form.get("code") ?? "";
    const grant = codes.get(code);
    codes.delete(code);
    const challenge = createHash("sha256")
      .update(form.get("code_verifier") ?? "")
      .digest("base64url");
    const good = grant?.challenge === challenge && grant.redirectUri === form.get("redirect_uri");
    return good && grant.client === client
      ? grantTokens(response, client)
      : json(response, 400, { error: "invalid_grant" });
  };

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", issuer);
    requests.push({ path: url.pathname, headers: request.headers });
    const body = await textOf(request);
    if (url.pathname === "/.well-known/oauth-authorization-server")
      return json(response, 200, metadata(issuer));
    if (url.pathname === "/register" && refusal !== null) return json(response, refusal, {});
    if (url.pathname === "/register") {
      const { redirect_uris } = JSON.parse(body) as { redirect_uris: string[] };
      const client_id = token();
      clients.set(client_id, redirect_uris);
      return json(response, 201, { client_id, redirect_uris, token_endpoint_auth_method: "none" });
    }
    if (url.pathname === "/authorize") {
      const redirectUri = url.searchParams.get("redirect_uri") ?? "";
      const client = url.searchParams.get("client_id") ?? "";
      if (!clients.get(client)?.includes(redirectUri))
        return json(response, 400, { error: "invalid_request" });
      const code = token();
      codes.set(code, { redirectUri, client, challenge: url.searchParams.get("code_challenge") ?? "" });
      const back = new URL(redirectUri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", url.searchParams.get("state") ?? "");
      return void response.writeHead(302, { location: back.href }).end();
    }
    if (url.pathname === "/token") return exchange(new URLSearchParams(body), response);
    return void response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    issuer,
    requests,
    accepts: (given) => given !== undefined && access.has(given),
    expireTokens: () => access.clear(),
    forgetAll,
    refuseToRegister: (status) => {
      refusal = status;
    },
    agree: async (authorizationUrl) => {
      const response = await fetch(authorizationUrl, { redirect: "manual" });
      return new URL(response.headers.get("location") ?? "");
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const metadata = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
});

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString("utf8");
}
