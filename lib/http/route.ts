import type { IncomingMessage } from "node:http";
import type { z } from "zod";
import type { Channel } from "../approvals/schema.ts";
import type { Principal } from "../auth/principal.ts";
import type { Sessions } from "../auth/session.ts";
import type { EventFeed } from "../engine/event-feed.ts";
import type { Services } from "../engine/services.ts";
import type { Inspector } from "../mcp-server/inspector/inspector.ts";

/** What a route answers: JSON, nothing, or server-sent events. */
export type Answer =
  | { status: number; body?: unknown; headers?: Record<string, string> }
  | { events: AsyncIterable<ServerSentEvent>; last?: string };

export type ServerSentEvent = { id?: string; event?: string; data?: unknown };

export type RouteContext<Query, Body> = {
  services: Services;
  feed: EventFeed;
  sessions: Sessions;
  inspector: Inspector;
  by: Principal;
  channel: Channel;
  parameters: Record<string, string>;
  query: Query;
  body: Body;
  request: IncomingMessage;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
};

export type Route = {
  method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE";
  /** Relative to /api/v1; `{id}` is a parameter. */
  path: string;
  summary: string;
  /** Answers whoever asks, without cookie or token. */
  open?: true;
  query: z.ZodType | null;
  /** `"bytes"`: the body is a file, as it is. */
  body: z.ZodType | "bytes" | null;
  /** Two of them: JSON, or events for a client that accepts them. */
  answers: Record<number, z.ZodType | "event-stream" | [z.ZodType, "event-stream"] | null>;
  handle(context: RouteContext<unknown, unknown>): Promise<Answer>;
};

type Parsed<Body> = Body extends z.ZodType ? z.output<Body> : Body extends "bytes" ? Buffer : undefined;

type Definition<Query extends z.ZodType, Body extends z.ZodType | "bytes"> = Omit<
  Route,
  "query" | "body" | "handle"
> & {
  query?: Query;
  body?: Body;
  handle(context: RouteContext<z.output<Query>, Parsed<Body>>): Promise<Answer>;
};

/** The handler's context is what the schemas beside it made of the request: the cast rests on `serveRoute`. */
export function defineRoute<Query extends z.ZodType, Body extends z.ZodType | "bytes">(
  definition: Definition<Query, Body>,
): Route {
  return {
    ...definition,
    query: definition.query ?? null,
    body: definition.body ?? null,
    handle: definition.handle as Route["handle"],
  };
}
