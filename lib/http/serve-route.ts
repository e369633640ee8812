import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { owner } from "../auth/principal.ts";
import type { Identity, Sessions } from "../auth/session.ts";
import type { Engine } from "../engine/engine.ts";
import { AppError } from "../errors.ts";
import type { Inspector } from "../mcp-server/inspector/inspector.ts";
import { channelOf } from "./channel-of.ts";
import { maskAnswer } from "./mask-answer.ts";
import { parseInput } from "./parse-input.ts";
import { readBytes, readJson } from "./read-body.ts";
import type { Answer, Route } from "./route.ts";
import { sendJson } from "./send.ts";
import { sendEvents } from "./send-events.ts";

export type Serving = Pick<Engine, "services" | "feed"> & { sessions: Sessions; inspector: Inspector };

/** What a route does not name is refused, also where it names nothing. */
const noFields = z.strictObject({});

const mostFileBytes = 10 * 1024 * 1024 + 1;

/** One request through its route: parse, call the verb, answer. */
export async function serveRoute(
  serving: Serving,
  route: Route,
  parameters: Record<string, string>,
  identity: Identity | null,
  search: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const leaving = new AbortController();
  response.once("close", () => leaving.abort());
  const handled = route.handle({
    services: serving.services,
    feed: serving.feed,
    sessions: serving.sessions,
    inspector: serving.inspector,
    by: identity?.principal ?? owner,
    channel: channelOf(identity, request.headers),
    parameters,
    query: parseInput(route.query ?? noFields, queryOf(search), "query"),
    body: await readBody(route, request),
    request,
    signal: leaving.signal,
  });
  const answer = await maskAnswer(route, serving.services.secrets.values, handled);
  await send(response, answer, leaving.signal);
}

async function readBody(route: Route, request: IncomingMessage): Promise<unknown> {
  if (route.body === "bytes") return readBytes(request, mostFileBytes);
  if (route.body !== null) return parseInput(route.body, await readJson(request), "body");
  const { "content-length": length = "0", "transfer-encoding": encoding } = request.headers;
  if (length !== "0" || encoding !== undefined) {
    parseInput(noFields, (await readJson(request)) ?? {}, "body");
  }
  return undefined;
}

/** A name that is given twice would leave open which one counts. */
function queryOf(search: URLSearchParams): Record<string, string> {
  const query: Record<string, string> = {};
  for (const [name, value] of search) {
    if (Object.hasOwn(query, name)) throw new AppError("invalid", `${name}: given twice`, { field: name });
    query[name] = value;
  }
  return query;
}

async function send(response: ServerResponse, answer: Answer, signal: AbortSignal): Promise<void> {
  if ("events" in answer) return sendEvents(response, answer.events, answer.last, signal);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  sendJson(response, answer.status, answer.body);
}
