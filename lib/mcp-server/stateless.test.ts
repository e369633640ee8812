import { expect, onTestFinished, test } from "vitest";
import { type Client2026, connect2026 } from "../../e2e/support/mcp-clients/connect-2026.ts";
import { says } from "../../e2e/support/mcp-clients/outside-client.ts";
import type { McpEndpointOptions } from "./endpoint.ts";
import { otherToken, ownerToken, type Served, serveEndpoint } from "./test-endpoint.ts";
import { createTestGate, type TestGate } from "./test-gate.ts";

type Stage = { gate: TestGate; served: Served; client: Client2026 };

async function stage(options: Partial<McpEndpointOptions> = {}, instances = 1): Promise<Stage> {
  const now = options.now ?? Date.now;
  const gate = createTestGate({ write_file: { gated: true }, delete_file: { gated: true } }, { now });
  const served = await serveEndpoint({ gate, ...options }, instances);
  return { gate, served, client: await connect(served, ownerToken) };
}

async function connect({ url }: Served, token: string): Promise<Client2026> {
  const client = await connect2026({ url, token, answer: says("accept") });
  onTestFinished(() => client.close());
  return client;
}

const call = { name: "write_file", arguments: { path: "a", mode: 1 } };
const accepted = { approval: { action: "accept", content: {} } };

async function asked(client: Client2026): Promise<string> {
  const { question } = await client.round(call);
  expect(Object.keys(question?.inputRequests ?? {})).toEqual(["approval"]);
  return question?.requestState ?? "";
}

test("a replayed state runs nothing a second time", async () => {
  const { gate, client } = await stage();
  const answer = { ...call, requestState: await asked(client), inputResponses: accepted };
  expect((await client.round(answer)).result).toMatchObject({ isError: false });
  const again = await client.round(answer);
  expect(again.result?.isError).toBe(true);
  expect(again.result?.text).toMatch(
    /answered before.*repeat of the answer ran nothing.*ran, and succeeded.*Do not call it again for this request/,
  );
  expect(gate.runs).toEqual([call.arguments]);
});

test("an answer that comes again when the time is over is told what the first one did", async () => {
  let time = Date.now();
  const { gate, client } = await stage({ now: () => time });
  const answer = { ...call, requestState: await asked(client), inputResponses: accepted };
  await client.round(answer);
  time += 60_001;
  const again = await client.round(answer);
  expect(again.result).toMatchObject({ isError: true });
  expect(again.result?.text).toMatch(/answered before.*ran, and succeeded/);
  expect(gate.runs).toEqual([call.arguments]);
});

test("of two answers at once, one counts", async () => {
  const { gate, client } = await stage();
  const answer = { ...call, requestState: await asked(client), inputResponses: accepted };
  const results = await Promise.all([client.round(answer), client.round(answer), client.round(answer)]);
  expect(results.filter(({ result }) => result?.isError === false)).toHaveLength(1);
  expect(gate.runs).toHaveLength(1);
});

test("the order of the arguments does not matter, their values do", async () => {
  const { gate, client } = await stage();
  const requestState = await asked(client);
  const changed = { ...call, arguments: { path: "b", mode: 1 }, requestState, inputResponses: accepted };
  const refused = await client.round(changed);
  expect(refused.result?.isError).toBe(true);
  expect(refused.result?.text).toMatch(/arguments are not those that the person was asked about/);
  expect(gate.runs).toEqual([]);
  const reordered = { ...changed, arguments: { mode: 1, path: "a" } };
  expect((await client.round(reordered)).result?.isError).toBe(false);
});

test("a state does not serve another tool", async () => {
  const { gate, client } = await stage();
  const requestState = await asked(client);
  const { result } = await client.round({
    ...call,
    name: "delete_file",
    requestState,
    inputResponses: accepted,
  });
  expect(result).toMatchObject({ isError: true });
  expect(result?.text).toMatch(/another tool/);
  expect(gate.runs).toEqual([]);
});

test("a state does not serve another principal, and a changed one nobody", async () => {
  const { gate, served, client } = await stage();
  const requestState = await asked(client);
  const stranger = await connect(served, otherToken);
  const answer = { ...call, inputResponses: accepted };
  await expect(stranger.round({ ...answer, requestState })).rejects.toMatchObject({ code: -32602 });
  await expect(client.round({ ...answer, requestState: `${requestState}x` })).rejects.toMatchObject({
    code: -32602,
  });
  expect(gate.runs).toEqual([]);
  expect(gate.calls.map(({ state }) => state)).toEqual(["pending"]);
});

test("an answer that never came is asked for again, by the same question", async () => {
  const { gate, client } = await stage();
  const requestState = await asked(client);
  for (const inputResponses of [
    {},
    { other: { action: "accept" } },
    { approval: { action: "yes" } },
    { approval: [] },
  ]) {
    const { question } = await client.round({ ...call, requestState, inputResponses });
    expect(question).toMatchObject({
      requestState,
      inputRequests: { approval: { method: "elicitation/create" } },
    });
  }
  expect(gate.calls).toHaveLength(1);
  expect(gate.runs).toEqual([]);
});

test("a question about arguments as large as a message can carry is answered all the same", async () => {
  const { gate, client } = await stage();
  const large = { ...call, arguments: { path: "a", content: "x".repeat(3_500_000) } };
  const { question } = await client.round(large);
  const requestState = question?.requestState ?? "";
  const unanswered = await client.round({ ...large, requestState, inputResponses: {} });
  expect(unanswered.question?.inputRequests).toEqual(question?.inputRequests);
  const answer = { ...large, requestState, inputResponses: accepted };
  expect((await client.round(answer)).result).toMatchObject({ isError: false });
  expect(gate.runs).toEqual([large.arguments]);
});

test("an answer that never came, to a question about a tool that is gone, closes it", async () => {
  const { gate, client } = await stage();
  const requestState = await asked(client);
  gate.tools.delete(call.name);
  const { result } = await client.round({ ...call, requestState, inputResponses: {} });
  expect(result).toMatchObject({ isError: true });
  expect(gate.calls.map(({ state }) => state)).toEqual(["cancelled"]);
});

test("responses without a state are no answer to anything", async () => {
  const { gate, client } = await stage();
  const { question } = await client.round({ ...call, inputResponses: accepted });
  expect(question).not.toBeNull();
  expect(gate.runs).toEqual([]);
});

test("a client that hangs and then accepts is too late", async () => {
  let time = Date.now();
  const { gate, client } = await stage({ now: () => time });
  const requestState = await asked(client);
  time += 60_001;
  const { result } = await client.round({ ...call, requestState, inputResponses: accepted });
  expect(result).toMatchObject({ isError: true });
  expect(result?.text).toMatch(/not run.*nobody answered in time/);
  expect(gate.runs).toEqual([]);
});

test("the endpoint's own limit ends a question that the gate would leave open", async () => {
  let time = Date.now();
  const { gate, client } = await stage({ now: () => time, elicitationSecondsMost: 5 });
  const requestState = await asked(client);
  time += 5_001;
  const { result } = await client.round({ ...call, requestState, inputResponses: accepted });
  expect(result?.text).toMatch(/not run.*the question was closed/);
  expect(gate.calls.map(({ state }) => state)).toEqual(["cancelled"]);
  expect(gate.runs).toEqual([]);
});

test("what one instance asked, another takes the answer to", async () => {
  const { gate, client } = await stage();
  const elsewhere = await connect(await serveEndpoint({ gate }), ownerToken);
  const answer = { ...call, requestState: await asked(client), inputResponses: accepted };
  expect((await elsewhere.round(answer)).result).toMatchObject({ isError: false });
  expect((await client.round(answer)).result).toMatchObject({ isError: true });
  expect(gate.runs).toEqual([call.arguments]);
});

test("works in turn on two instances that share the secret and the gate", async () => {
  const { gate, client } = await stage({}, 2);
  for (const path of ["a", "b", "c"]) {
    expect(await client.call("write_file", { path })).toMatchObject({ isError: false });
  }
  expect(gate.runs).toEqual([{ path: "a" }, { path: "b" }, { path: "c" }]);
  expect(gate.calls).toHaveLength(3);
});
