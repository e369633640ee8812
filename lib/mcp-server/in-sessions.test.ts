import { setImmediate } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { connect2025 } from "../../e2e/support/mcp-clients/connect-2025.ts";
import type { Answer } from "../../e2e/support/mcp-clients/outside-client.ts";
import type { McpEndpointOptions } from "./endpoint.ts";
import { otherToken, ownerToken, serveEndpoint } from "./test-endpoint.ts";
import { createTestGate } from "./test-gate.ts";
import { initialize, messagesOf, openSession, send } from "./test-raw-session.ts";

async function stage(options: Partial<McpEndpointOptions> & { waitMilliseconds?: number } = {}) {
  const { waitMilliseconds = 60_000, ...others } = options;
  const gate = createTestGate({ write_file: { gated: true }, read_file: {} }, { waitMilliseconds });
  const served = await serveEndpoint({ gate, ...others });
  return { gate, ...served };
}

async function connect(url: string, answer: Answer) {
  const client = await connect2025({ url, token: ownerToken, answer });
  onTestFinished(() => client.close());
  return client;
}

const never: Answer = () => new Promise(() => {});
const list = { jsonrpc: "2.0", id: 2, method: "tools/list" };
const write = { jsonrpc: "2.0", id: 3, method: "tools/call", params: { name: "write_file", arguments: {} } };
const statesOf = (gate: { calls: { state: string }[] }) => gate.calls.map(({ state }) => state);

test("a client that hangs is not waited for beyond the deadline", async () => {
  const { gate, url } = await stage({ waitMilliseconds: 50 });
  const client = await connect(url, never);
  const result = await client.call("write_file");
  expect(result.isError).toBe(true);
  expect(result.text).toMatch(/not run.*Do not call it again for this request/);
  expect(statesOf(gate)[0]).toMatch(/expired|cancelled/);
  expect(gate.runs).toEqual([]);
});

test("the endpoint's own limit ends a question that the gate would leave open", async () => {
  const { gate, url } = await stage({ elicitationSecondsMost: 0.05 });
  const client = await connect(url, never);
  expect((await client.call("write_file")).isError).toBe(true);
  expect(statesOf(gate)).toEqual(["cancelled"]);
});

test.each<[string, Answer]>([
  ["fails", () => Promise.reject(new Error("no window to ask in"))],
  ["answers with nonsense", async () => ({ action: "yes" }) as never],
])("a client that %s has not approved", async (_what, answer) => {
  const { gate, url } = await stage();
  const client = await connect(url, answer);
  expect((await client.call("write_file")).isError).toBe(true);
  expect(gate.runs).toEqual([]);
  expect(statesOf(gate)).toEqual(["cancelled"]);
});

test("a client that disconnects while it is asked: cancelled, not run", async () => {
  const { gate, url } = await stage();
  const asked = Promise.withResolvers<void>();
  const client = await connect(url, () => {
    asked.resolve();
    return new Promise(() => {});
  });
  const call = client.call("write_file");
  call.catch(() => {});
  await asked.promise;
  await client.close();
  await vi.waitFor(() => expect(statesOf(gate)).toEqual(["cancelled"]));
  expect(gate.runs).toEqual([]);
});

test("a client that cancels the call while it is asked: cancelled, and the stream ends", async () => {
  const { gate, url } = await stage();
  const session = await openSession(url, { elicitation: {} });
  const messages = messagesOf(await send(url, write, { session }));
  expect((await messages.next()).value).toMatchObject({ method: "elicitation/create" });
  await send(
    url,
    { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 3 } },
    { session },
  );
  const rest = [];
  for await (const message of messages) rest.push(message);
  expect(rest.filter(({ id }) => id === 3)).toEqual([]);
  expect(statesOf(gate)).toEqual(["cancelled"]);
  expect(gate.runs).toEqual([]);
});

test("the same answer sent twice runs it once; a requestState means nothing here", async () => {
  const { gate, url } = await stage();
  const session = await openSession(url, { elicitation: {} });
  const claimed = { requestState: "v1.e30.x", inputResponses: { approval: { action: "accept" } } };
  const call = { ...write, params: { ...write.params, ...claimed } };
  const messages = messagesOf(await send(url, call, { session }));
  const question = (await messages.next()).value;
  expect(question).toMatchObject({ method: "elicitation/create" });
  expect(gate.runs).toEqual([]);
  const answer = { jsonrpc: "2.0", id: question?.id, result: { action: "accept", content: {} } };
  await Promise.all([send(url, answer, { session }), send(url, answer, { session })]);
  expect((await messages.next()).value).toMatchObject({ id: 3, result: { content: [{ text: "done" }] } });
  expect(gate.runs).toHaveLength(1);
});

test("a session and its questions belong to whoever opened it", async () => {
  const { gate, url } = await stage();
  const session = await openSession(url, { elicitation: {} });
  const messages = messagesOf(await send(url, write, { session }));
  const question = (await messages.next()).value;
  const answer = { jsonrpc: "2.0", id: question?.id, result: { action: "accept", content: {} } };
  for (const [body, method] of [
    [answer, "POST"],
    [list, "POST"],
    [undefined, "GET"],
    [undefined, "DELETE"],
  ] as const) {
    expect((await send(url, body, { session, method, token: otherToken })).status).toBe(404);
  }
  expect(gate.runs).toEqual([]);
  expect(statesOf(gate)).toEqual(["pending"]);
  await messages.return(undefined);
});

test("closing the endpoint leaves nothing that was asked open", async () => {
  const { gate, url, endpoints } = await stage();
  const session = await openSession(url, { elicitation: {} });
  const messages = messagesOf(await send(url, write, { session }));
  await messages.next();
  const abandon = gate.abandon;
  gate.abandon = async (callId) => {
    await setImmediate();
    await abandon(callId);
  };
  await endpoints[0]?.close();
  expect(statesOf(gate)).toEqual(["cancelled"]);
});

test("a session ends when its client says so", async () => {
  const { url } = await stage();
  const session = await openSession(url);
  expect((await send(url, undefined, { session, method: "DELETE" })).status).toBe(200);
  expect((await send(url, list, { session })).status).toBe(404);
});

test("a session that ended takes no one's place", async () => {
  const { url } = await stage({ sessions: { mostEach: 2 } });
  const [first, second] = [await openSession(url), await openSession(url)];
  await send(url, undefined, { session: second, method: "DELETE" });
  await openSession(url);
  expect((await send(url, list, { session: first })).status).toBe(200);
});

test("an idle session ends; one with an open stream is not idle", async () => {
  let time = Date.now();
  const { url } = await stage({ now: () => time, sessions: { idleSeconds: 60 } });
  const [idle, listening] = [await openSession(url), await openSession(url)];
  const stream = await send(url, undefined, { session: listening, method: "GET" });
  expect(stream.status).toBe(200);
  time += 61_000;
  expect((await send(url, list, { session: idle })).status).toBe(404);
  const answer = await send(url, list, { session: listening });
  expect(answer.status).toBe(200);
  await Promise.all([answer.text(), stream.body?.cancel()]);
});

test("where sessions are many, the longest silent one gives way, and one in use never", async () => {
  let time = Date.now();
  const { url } = await stage({ now: () => time, sessions: { mostEach: 2 } });
  const [first, second] = [await openSession(url), await openSession(url)];
  await (await send(url, list, { session: first })).text();
  time += 5_000;
  const third = await openSession(url);
  expect((await send(url, list, { session: second })).status).toBe(404);
  const streams = [];
  for (const session of [first, third]) streams.push(await send(url, undefined, { session, method: "GET" }));
  const refused = await send(url, initialize());
  expect(refused.status).toBe(503);
  expect(refused.headers.get("retry-after")).toBe("5");
  const someoneElse = await send(url, initialize(), { token: otherToken });
  expect(someoneElse.status).toBe(200);
  await Promise.all([...streams, someoneElse].map((response) => response.body?.cancel()));
});

test("a session that was used a moment ago does not give way: a new one is told to come later", async () => {
  let time = Date.now();
  const { url } = await stage({ now: () => time, sessions: { mostEach: 2 } });
  const opened = await Promise.all([openSession(url), openSession(url)]);
  const answers = await Promise.all(Array.from({ length: 4 }, () => send(url, initialize())));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  for (const session of opened) {
    const initialized = await send(url, { jsonrpc: "2.0", method: "notifications/initialized" }, { session });
    expect(initialized.status).toBe(202);
  }
  time += 5_000;
  const later = await openSession(url);
  expect((await send(url, list, { session: later })).status).toBe(200);
});

test("speaks the older revision that a client asks for", async () => {
  const { url } = await stage();
  const older = initialize();
  older.params.protocolVersion = "2025-06-18";
  const { value } = await messagesOf(await send(url, older)).next();
  expect(value).toMatchObject({
    result: { protocolVersion: "2025-06-18", serverInfo: { version: "1.2.3" } },
  });
});
