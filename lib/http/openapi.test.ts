import { expect, test } from "vitest";
import { describeApi } from "./openapi.ts";
import { routes } from "./routes/index.ts";

const described = describeApi(routes) as {
  paths: Record<
    string,
    Record<
      string,
      {
        servers?: { url: string }[];
        parameters: { name: string; in: string; required?: boolean }[];
        requestBody?: { required: boolean };
        responses: Record<string, { content: Record<string, { schema: unknown }> }>;
      }
    >
  >;
};

test("every route is described under its path and method", () => {
  const all = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const root = ["GET /healthz", "GET /readyz"];
  expect(all.sort()).toEqual([...routes.map(({ method, path }) => `${method} ${path}`), ...root].sort());
});

test("what tells whether the server is alive and ready is at the root", () => {
  for (const path of ["/healthz", "/readyz"]) {
    expect(described.paths[path]?.get).toMatchObject({ servers: [{ url: "/" }], security: [] });
  }
});

test("what has to be sent says so, and what need not does not", () => {
  const { paths } = described;
  expect(paths["/approvals/{id}/decision"]?.post?.requestBody?.required).toBe(true);
  expect(paths["/conversations"]?.post?.requestBody?.required).toBe(false);
  expect(paths["/workspace/files"]?.put).toMatchObject({
    parameters: [{ name: "name", in: "query", required: true }],
    requestBody: { required: true },
  });
  expect(paths["/approvals"]?.get?.parameters.some(({ required }) => required)).toBe(false);
});

test("an answer that may come as events, or with the code of a tool, is described so", () => {
  const { paths } = described;
  expect(paths["/conversations/{id}/messages"]?.post?.responses[200]?.content).toMatchObject({
    "application/json": { schema: { required: ["decided"] } },
    "text/event-stream": { schema: { type: "string" } },
  });
  expect(paths["/tools/{name}"]?.get?.responses[200]?.content["application/json"]?.schema).toMatchObject({
    anyOf: [{ properties: { code: {}, capabilities: {}, version: {} } }, { properties: { name: {} } }],
  });
});

test("parameters of path and query have their names, and bodies their fields", () => {
  expect(
    described.paths["/conversations/{id}"]?.get?.parameters.map(({ name, in: place }) => [name, place]),
  ).toEqual([
    ["id", "path"],
    ["before", "query"],
    ["limit", "query"],
  ]);
  expect(described.paths["/approvals/{id}/decision"]?.post?.requestBody).toMatchObject({
    content: { "application/json": { schema: { additionalProperties: false, required: ["decision"] } } },
  });
});

test("it is JSON through and through", () => {
  expect(JSON.parse(JSON.stringify(described))).toEqual(described);
});
