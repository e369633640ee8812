import type { IncomingMessage, ServerResponse } from "node:http";
import { isForeign, isFromAnotherSite } from "../auth/same-origin.ts";
import { AppError } from "../errors.ts";
import type { McpEndpoint } from "../mcp-server/endpoint.ts";
import { answerReady } from "./answer-ready.ts";
import { handleMcp } from "./mcp.ts";
import type { Pages } from "./pages.ts";
import { createRouter } from "./router.ts";
import { routes } from "./routes/index.ts";
import { closedPolicy, contentSecurityPolicy, setSecurityHeaders } from "./security-headers.ts";
import { sendError, sendJson } from "./send.ts";
import { type Serving, serveRoute } from "./serve-route.ts";

const apiPrefix = "/api/v1/";
const find = createRouter(routes);

export type Handling = Serving & { mcp: McpEndpoint; pages: Pages; development: boolean; port: () => number };

/** Every request enters here: where it comes from, who sends it, then the API or a page. */
export function createHandler(handling: Handling) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      setSecurityHeaders(response);
      await handle(handling, request, response);
    } catch (error) {
      sendError(response, error);
    }
  };
}

async function handle(handling: Handling, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (isForeign(request.headers, handling.port())) {
    throw new AppError("forbidden", "This request comes from another site, or is meant for another host.");
  }
  const url = urlOf(request.url ?? "/");
  const { pathname } = url;
  if (pathname === "/healthz") return sendJson(response, 200, { ok: true });
  if (pathname === "/readyz") return answerReady(handling.services.database, response);
  if (pathname === "/mcp") return handleMcp(handling, request, response);
  if (pathname === "/api" || pathname.startsWith("/api/")) return handleApi(handling, url, request, response);
  return handlePage(handling, url, request, response);
}

/** What we read of an address is what the pages read of it: one that could name another host is for nobody. */
function urlOf(target: string): URL {
  const base = "http://localhost";
  const url = target.startsWith("/") && URL.canParse(target, base) ? new URL(target, base) : null;
  if (url?.origin !== base || url.pathname.startsWith("//")) {
    throw new AppError("not_found", "There is nothing at this address.");
  }
  return url;
}

const unauthenticated = () =>
  new AppError("unauthenticated", "Sign in first, or send the token of this installation.");

async function handleApi(
  handling: Handling,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  response.setHeader("content-security-policy", closedPolicy);
  if (isFromAnotherSite(request.headers))
    throw new AppError("forbidden", "This request comes from another site.");
  const identity = handling.sessions.identify(request.headers);
  const match = url.pathname.startsWith(apiPrefix)
    ? find(request.method ?? "GET", url.pathname.slice(apiPrefix.length - 1))
    : null;
  const isOpen = match !== null && match !== "no-method" && match.route.open;
  if (!identity && !isOpen) {
    throw unauthenticated();
  }
  if (match === null) throw new AppError("not_found", "There is nothing at this address.");
  if (match === "no-method")
    throw new AppError("not_found", "There is nothing at this address for this method.");
  const { route, parameters } = match;
  await serveRoute(handling, route, parameters, identity, url.searchParams, request, response);
}

/** Built files carry nothing of anyone's. */
const isStatic = (pathname: string) => pathname.startsWith("/_next/static/") || pathname === "/icon.svg";

/** A person who comes back from a server's sign-in brings no cookie along: the page there reads the address itself. */
const isOpenPage = (pathname: string) => pathname === "/sign-in" || pathname === "/oauth/callback";

async function handlePage(
  handling: Handling,
  { pathname, search }: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const development = handling.development && pathname.startsWith("/_next/");
  const reads = request.method === "GET" || request.method === "HEAD";
  if (!isStatic(pathname) && !development && !isOpenPage(pathname)) {
    if (!handling.sessions.identify(request.headers)) {
      if (!reads) throw unauthenticated();
      const next = pathname === "/" ? "" : `?next=${encodeURIComponent(pathname + search)}`;
      response.writeHead(303, { location: `/sign-in${next}`, "cache-control": "no-store" }).end();
      return;
    }
  }
  if (!reads && !development) throw new AppError("not_found", "Pages can only be read.");
  const policy = contentSecurityPolicy(handling.development);
  response.setHeader("content-security-policy", policy);
  // Next reads the nonce for its own scripts from here.
  request.headers["content-security-policy"] = policy;
  await handling.pages.handle(request, response);
}
