import type { ReadableStream } from "node:stream/web";
import type { FetchLike } from "@modelcontextprotocol/client";
import { type Agent, type Response, fetch as send } from "undici";
import { boundedBody } from "./bounded-body.ts";
import { installationHeader, refuseOwnHeader } from "./own-installation.ts";

type Options = {
  server: URL;
  agent: Agent;
  headers: Readonly<Record<string, string>>;
  installationId: string;
};

/** By which token each answer was asked for: the tokens may be others by the time that it is refused. */
const bearers = new WeakMap<globalThis.Response, string>();

/** The token that the server was sent for this answer. */
export const bearerOf = (response: globalThis.Response): string | null => bearers.get(response) ?? null;

/**
 * The fetch of one upstream, for its transport and its sign-in. The headers of its configuration go to its own origin
 * and nowhere else; redirects are left to the caller, who follows none to another origin; no message is read without end.
 */
export function upstreamFetch({ server, agent, headers, installationId }: Options): FetchLike {
  return async (input, init) => {
    const url = new URL(input);
    const all = new Headers(url.origin === server.origin ? { ...headers } : {});
    // What the transport sets wins: a token of a sign-in, the session, the protocol's version.
    new Headers(init?.headers).forEach((value, name) => {
      all.set(name, value);
    });
    const response = await send(url, {
      method: init?.method ?? "GET",
      headers: Object.fromEntries(all),
      body: sendable(init?.body),
      signal: init?.signal ?? null,
      redirect: init?.redirect === "error" ? "error" : "manual",
      dispatcher: agent,
    });
    if (url.origin === server.origin)
      refuseOwnHeader(response.headers.get(installationHeader), installationId);
    const isEvents = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    const answer = asGlobal(response, response.body?.pipeThrough(boundedBody(isEvents)) ?? null);
    const bearer = /^Bearer (.+)$/.exec(all.get("authorization") ?? "")?.[1];
    if (bearer !== undefined) bearers.set(answer, bearer);
    return answer;
  };
}

/** The SDK sends texts and forms only. */
function sendable(body: unknown): string | null {
  if (body === undefined || body === null) return null;
  return typeof body === "string" ? body : String(body);
}

/** The SDK asks whether something is a Response, and means Node's own class; the streams of both are the same. */
const asGlobal = (
  { status, statusText, headers }: Response,
  body: ReadableStream | null,
): globalThis.Response =>
  new globalThis.Response(body as BodyInit | null, {
    status,
    statusText,
    headers: Object.fromEntries(headers),
  });
