import { expect, it, onTestFinished } from "vitest";
import { type Exchange, startRawUpstream } from "../../e2e/support/mcp/raw-upstream.ts";
import { eventually } from "./test-connection.ts";
import { stage, text } from "./test-stage.ts";

it.each<[string, (exchange: Exchange) => void]>([
  ["before a word", ({ request }) => request.socket.destroy()],
  [
    "in the middle of a stream",
    ({ push, response }) => {
      push({ method: "notifications/message", params: { level: "info", data: "at work" } });
      response.socket?.destroySoon();
    },
  ],
  [
    "at the end of a stream without the answer",
    ({ push, response }) => {
      push({ method: "notifications/message", params: { level: "info", data: "at work" } });
      response.end();
    },
  ],
  [
    "in the middle of the answer",
    ({ response }) => {
      response
        .writeHead(200, { "content-type": "application/json", "content-length": "500" })
        .write('{"jsonrpc":');
      response.socket?.destroySoon();
    },
  ],
])("has an unknown outcome when the connection is lost %s", async (_, call) => {
  const { connection } = await stage(call);
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "lost",
  });
});

it("was not run when the server was gone before, and the row says what is wrong", async () => {
  const { connection, upstream, until } = await stage(({ answer }) => answer(text("never")));
  await upstream.close();
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({
    name: "NotRunError",
    message: expect.stringContaining("was not sent: Nothing listens at this address."),
  });
  expect(await until(({ state }) => state === "failed")).toMatchObject({
    error: "Nothing listens at this address.",
  });
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({ name: "NotRunError" });
});

it("brings a lost connection back for a call, without waiting for the back-off", async () => {
  const { connection, upstream, until } = await stage(({ answer }) => answer(text("first")));
  await upstream.close();
  await connection.callTool("echo", {}).catch(() => undefined);
  await until(({ state }) => state === "failed");
  const again = await startRawUpstream({ port: upstream.port });
  onTestFinished(() => again.close());
  expect(await connection.callTool("echo", { back: true })).toMatchObject({
    content: [{ text: '{"back":true}' }],
  });
});

it.each([
  [400, "NotRunError"],
  [413, "NotRunError"],
  [429, "NotRunError"],
  [302, "OutcomeUnknownError"],
  [408, "OutcomeUnknownError"],
  [409, "OutcomeUnknownError"],
  [499, "OutcomeUnknownError"],
  [500, "OutcomeUnknownError"],
  [502, "OutcomeUnknownError"],
])("of an HTTP status in place of an answer: %d", async (status, name) => {
  const { connection } = await stage(({ response }) => void response.writeHead(status).end());
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({ name });
});

it.each([
  "Error POSTing to endpoint (HTTP 404): gone",
  "Error POSTing to endpoint (HTTP 409): taken",
  "Version negotiation failed (HTTP 401)",
  "Not connected",
])("takes an error in the words of a transport for the server's own: %s", async (words) => {
  const { connection, methods } = await stage(({ answerError }) => answerError(-32_603, words));
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({
    name: "UpstreamError",
    message: `The server answered with an error: ${words}`,
  });
  expect(methods().filter((method) => method === "tools/call")).toHaveLength(1);
});

it("begins a new session when the server forgot the old one, and sends the call once in it", async () => {
  let session = 0;
  const { connection, methods } = await stage(
    ({ request, response, answer }) => {
      if (request.headers["mcp-session-id"] === "session-1") response.writeHead(404).end();
      else answer(text("in a new session"));
    },
    {
      on: {
        initialize: ({ message, response, answer }) => {
          session += 1;
          response.setHeader("mcp-session-id", `session-${session}`);
          const { protocolVersion } = message.params ?? {};
          answer({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "raw", version: "1" } });
        },
      },
    },
  );
  expect(await connection.callTool("echo", {})).toMatchObject(text("in a new session"));
  expect(methods().filter((method) => method === "tools/call")).toHaveLength(2);
  expect(session).toBe(2);
});

it.each<[string, unknown]>([
  ["content of no kind", { content: [{ type: "dance" }] }],
  ["a text", "done"],
])("has an unknown outcome when the answer is no result: %s", async (_, result) => {
  const { connection } = await stage(({ answer }) => answer(result));
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({ name: "OutcomeUnknownError" });
});

it("has an unknown outcome when the answer is nested without end", async () => {
  const { connection } = await stage(({ message, response }) => {
    const deep = `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`;
    const body = `{"jsonrpc":"2.0","id":${message.id},"result":{"content":[],"structuredContent":${deep}}}`;
    response.writeHead(200, { "content-type": "application/json" }).end(body);
  });
  await expect(connection.callTool("echo", {})).rejects.toMatchObject({ name: "OutcomeUnknownError" });
});

it("does not wait for a connection any longer than it is asked to", async () => {
  const { connection, upstream, until } = await stage(() => undefined);
  await upstream.close();
  await connection.callTool("echo", {}).catch(() => undefined);
  await until(({ state }) => state === "failed");
  const hanging = await startRawUpstream({ port: upstream.port, before: () => true });
  onTestFinished(() => hanging.close());
  const stop = new AbortController();
  const call = connection.callTool("echo", {}, { signal: stop.signal });
  await eventually(() => expect(hanging.headers).toHaveLength(1));
  stop.abort();
  await expect(call).rejects.toMatchObject({ name: "NotRunError" });
});
