import { request as httpRequest } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { connect2025 } from "../../e2e/support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../../e2e/support/mcp-clients/connect-2026.ts";
import { AppError } from "../errors.ts";
import { installationCapability, installationHeader } from "../mcp-client/own-installation.ts";
import { installationId, ownerToken, serveEndpoint } from "./test-endpoint.ts";
import { createTestGate } from "./test-gate.ts";
import { initialize, openSession, send } from "./test-raw-session.ts";

const serve = () => serveEndpoint({ gate: createTestGate({ read_file: {} }) });

const codeOf = async (response: Response) =>
  ((await response.json()) as { error: { code: number } }).error.code;

const modern = { "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/list" };
const envelope = (protocolVersion: string) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "tools/list",
  params: {
    _meta: {
      "io.modelcontextprotocol/protocolVersion": protocolVersion,
      "io.modelcontextprotocol/clientCapabilities": {},
    },
  },
});

const withArguments = (args: string) =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","arguments":${args}}}`;

test.each([
  ["no JSON", "{", {}, 400, -32700],
  ["nothing", "", {}, 400, -32700],
  ["no message", { hello: 1 }, {}, 400, -32600],
  ["null", "null", {}, 400, -32600],
  ["too deep a message", withArguments(`${"[".repeat(10_000)}${"]".repeat(10_000)}`), {}, 400, -32600],
  ["an argument called __proto__", withArguments('{"__proto__":{}}'), {}, 400, -32600],
  ["another type of content", "a=1", { "content-type": "application/x-www-form-urlencoded" }, 415, -32000],
  ["a call without a session", { jsonrpc: "2.0", id: 1, method: "tools/list" }, {}, 400, -32000],
  [
    "a revision that is not served",
    envelope("2031-01-01"),
    { ...modern, "mcp-protocol-version": "2031-01-01" },
    400,
    -32022,
  ],
  ["a good request", envelope("2026-07-28"), modern, 200, undefined],
  [
    "another method in the header",
    envelope("2026-07-28"),
    { ...modern, "mcp-method": "tools/call" },
    400,
    -32020,
  ],
] as const)("%s: a proper answer", async (_what, body, headers, status, code) => {
  const { url } = await serve();
  const response = await send(url, body, { headers });
  expect(response.status).toBe(status);
  if (code !== undefined) expect(await codeOf(response)).toBe(code);
});

test.each(["declared", "only sent"])(
  "a body over 4 MB, %s: 413, and the connection lives on",
  async (how) => {
    const { url } = await serve();
    const body = Buffer.alloc(5 * 1024 * 1024, " ");
    const status = await new Promise((resolve, reject) => {
      const request = httpRequest(url, {
        method: "POST",
        headers: {
          authorization: `Bearer ${ownerToken}`,
          "content-type": "application/json",
          ...(how === "declared" && { "content-length": body.length }),
        },
      });
      request.on("response", (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", reject);
      request.end(body);
    });
    expect(status).toBe(413);
  },
);

test("an unknown session: 404; an unknown method of HTTP: 405; a wrong version in a session: 400", async () => {
  const { url } = await serve();
  const session = await openSession(url);
  const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
  expect((await send(url, list, { session: "not-one" })).status).toBe(404);
  expect((await send(url, undefined, { method: "PUT" })).status).toBe(405);
  const headers = { "mcp-protocol-version": "1999-01-01" };
  expect((await send(url, list, { session, headers })).status).toBe(400);
});

test("a first request that is refused leaves no session", async () => {
  const { url } = await serve();
  const response = await send(url, initialize(), { headers: { accept: "application/json" } });
  expect(response.status).toBe(406);
  expect(response.headers.get("mcp-session-id")).toBeNull();
});

test.each([
  ["2026", connect2026],
  ["2025", connect2025],
])("says whose installation it is, to clients of %s and in a header", async (_revision, connect) => {
  const { url } = await serve();
  const client = await connect({ url, token: ownerToken });
  onTestFinished(() => client.close());
  expect(client.serverCapabilities()).toMatchObject({
    experimental: { [installationCapability]: { id: installationId } },
  });
  expect((await send(url, "{")).headers.get(installationHeader)).toBe(installationId);
});

test("a gate that fails is an error that says nothing of its insides", async () => {
  const gate = createTestGate({ read_file: {} });
  const broken = () => Promise.reject(new Error("password=hunter2"));
  const { url } = await serveEndpoint({ gate });
  const client = await connect2026({ url, token: ownerToken });
  onTestFinished(() => client.close());
  gate.request = broken;
  await expect(client.call("read_file")).rejects.toMatchObject({ code: -32603 });
  await expect(client.call("read_file")).rejects.not.toThrow(/hunter2/);
  gate.list = broken;
  const response = await send(url, envelope("2026-07-28"), { headers: modern });
  expect(await response.json()).toEqual({
    jsonrpc: "2.0",
    id: 1,
    error: { code: -32603, message: "Internal error: the tools cannot be listed now." },
  });
});

test("what the gate refuses in words a model can read is a result", async () => {
  const gate = createTestGate({ read_file: {} });
  gate.request = () => Promise.reject(new AppError("rate_limited", "Too many calls wait already."));
  const { url } = await serveEndpoint({ gate });
  const client = await connect2026({ url, token: ownerToken });
  onTestFinished(() => client.close());
  expect(await client.call("read_file")).toMatchObject({
    isError: true,
    text: "Too many calls wait already.",
  });
});

test("a closed endpoint takes nothing on", async () => {
  const { url, endpoints } = await serve();
  await endpoints[0]?.close();
  for (const body of [initialize(), envelope("2026-07-28")]) {
    const response = await send(url, body, { headers: body.method === "tools/list" ? modern : {} });
    expect(response.status).toBe(503);
  }
});

test("one definition that clients refuse does not hide the others", async () => {
  const gate = createTestGate({ broken: { inputSchema: { properties: 5 } }, read_file: {} });
  const { url } = await serveEndpoint({ gate });
  for (const connect of [connect2025, connect2026]) {
    const client = await connect({ url, token: ownerToken });
    onTestFinished(() => client.close());
    expect(await client.list()).toEqual(["read_file"]);
  }
});

test("what an upstream wants in headers is not asked of our clients", async () => {
  const properties = {
    region: { type: "string", "x-mcp-header": "Region" },
    "x-mcp-header": { type: "number" },
  };
  const { url } = await serveEndpoint({ gate: createTestGate({ query: { inputSchema: { properties } } }) });
  const response = await send(url, envelope("2026-07-28"), { headers: modern });
  const { result } = (await response.json()) as { result: { tools: { inputSchema: unknown }[] } };
  expect(result.tools[0]?.inputSchema).toEqual({
    type: "object",
    properties: { region: { type: "string" }, "x-mcp-header": { type: "number" } },
  });
});
