import { z } from "zod";
import { errorSchema } from "./error-schema.ts";
import { defineRoute, type Route } from "./route.ts";

const toJsonSchema = (schema: z.ZodType, io: "input" | "output"): Record<string, unknown> => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

const json = (schema: Record<string, unknown>) => ({ content: { "application/json": { schema } } });

const eventStream = { "text/event-stream": { schema: { type: "string" } } };

function operation(route: Route): Record<string, unknown> {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));
  const answers = Object.entries(route.answers).map(([status, answer]) => [status, described(answer)]);
  return {
    summary: route.summary,
    ...(route.open ? { security: [] } : {}),
    parameters: [...inPath, ...queryParameters(route)],
    ...(route.body === null ? {} : { requestBody: requestBody(route.body) }),
    responses: { ...Object.fromEntries(answers), default: { $ref: "#/components/responses/Error" } },
  };
}

function described(answer: Route["answers"][number]): Record<string, unknown> {
  if (answer === null) return { description: "Done" };
  if (answer === "event-stream") return { description: "Events", content: eventStream };
  if (!Array.isArray(answer)) return { description: "The answer", ...json(toJsonSchema(answer, "output")) };
  const { content } = json(toJsonSchema(answer[0], "output"));
  return {
    description: "The answer, or events for a client that accepts them",
    content: { ...content, ...eventStream },
  };
}

function queryParameters({ query }: Route): Record<string, unknown>[] {
  if (query === null) return [];
  const { properties = {}, required = [] } = toJsonSchema(query, "input") as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    ...(required.includes(name) && { required: true }),
    schema,
  }));
}

function requestBody(body: z.ZodType | "bytes"): Record<string, unknown> {
  if (body === "bytes") {
    const schema = { type: "string", format: "binary" };
    return { required: true, content: { "application/octet-stream": { schema } } };
  }
  return { required: !body.safeParse(undefined).success, ...json(toJsonSchema(body, "input")) };
}

/** What answers whoever asks, at the root. */
function probe(summary: string): Record<string, unknown> {
  return {
    get: {
      summary,
      servers: [{ url: "/" }],
      security: [],
      parameters: [],
      responses: {
        200: { description: "It is", ...json(toJsonSchema(z.object({ ok: z.literal(true) }), "output")) },
        default: { $ref: "#/components/responses/Error" },
      },
    },
  };
}

export function describeApi(routes: readonly Route[]): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {
    "/healthz": probe("Whether the server is alive"),
    "/readyz": probe("Whether it is migrated and connected to its database"),
  };
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Countersign", version: "1" },
    servers: [{ url: "/api/v1" }],
    security: [{ token: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        token: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "countersign_session" },
      },
      responses: {
        Error: {
          description: "What went wrong, and what to do",
          ...json(toJsonSchema(z.object({ error: errorSchema }), "output")),
        },
      },
    },
  };
}

/** Generated from the schemas that validate, when it is first asked for. */
export function openApiRoutes(routes: readonly Route[]): Route[] {
  let description: Record<string, unknown> | undefined;
  const route = defineRoute({
    method: "GET",
    path: "/openapi.json",
    summary: "This description",
    answers: { 200: z.looseObject({}) },
    handle: async () => {
      description ??= describeApi([...routes, route]);
      return { status: 200, body: description };
    },
  });
  return [route];
}
