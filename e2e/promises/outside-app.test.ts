import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import type { Call } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { connect2025 } from "../support/mcp-clients/connect-2025.ts";
import { connect2026 } from "../support/mcp-clients/connect-2026.ts";
import { type Answer, says } from "../support/mcp-clients/outside-client.ts";
import { outsideCalls, untilCall } from "../support/outside-calls.ts";
import { decide } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

type Called = { id: string; state: string; approvalId?: string; result?: unknown; error?: string | null };

let stage: Stage;
let first: Server;
let second: Server;
beforeAll(async () => {
  stage = await openStage();
  first = stage.server();
  second = await stage.start();
  await first.api.patch("/tools/write_file", { exposed: true });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (file: string) => existsSync(path.join(stage.workspace, file));
const outside = (where: "client" | "client_or_app" | "app") =>
  first.api.patch("/tools/write_file", { approval: { outside: where } });
const once = ["approval.requested", "approval.decided", "call.claimed", "call.ended"];
const untilJoined = (name: string, times: number) =>
  waitUntil(`the call about ${name} was joined`, async () => {
    const [row] = await outsideCalls(stage, name);
    return row?.audit.filter((type) => type === "call.joined").length === times && row;
  });
const nobody: Answer = () => {
  throw new Error("The client was asked.");
};

describe.each([
  ["2026-07-28", connect2026],
  ["2025-11-25", connect2025],
] as const)("a client of %s whose calls are asked about in the app", (revision, connectTo) => {
  const connect = (server: Server, answer?: Answer) =>
    connectTo({ url: `${server.url}/mcp`, token: server.key, name: "A robot", ...(answer && { answer }) });

  test.each([
    ["app", true],
    ["client_or_app", false],
  ] as const)("%s: is held, and gets the result of the approved call", async (where, canAsk) => {
    await outside(where);
    const name = `${revision}-${where}.txt`;
    const client = await connect(first, canAsk ? nobody : undefined);
    const calling = client.call("write_file", { path: name, content: "" });
    const row = await untilCall(stage, name, "pending");
    expect(row).toMatchObject({ askedOf: "app", client: "A robot", status: "pending" });
    expect(exists(name)).toBe(false);
    expect((await decide(second, { id: row.approvalId ?? "" }, "approve")).status).toBe(200);
    expect(await calling).toMatchObject({ isError: false });
    expect(exists(name)).toBe(true);
    expect(await outsideCalls(stage, name)).toMatchObject([
      { state: "succeeded", decision: "approve", channel: "api", audit: once },
    ]);
    await client.close();
  });

  test("client_or_app: a client that can ask is asked itself", async () => {
    await outside("client_or_app");
    const name = `${revision}-itself.txt`;
    const client = await connect(first, says("accept"));
    expect(await client.call("write_file", { path: name, content: "" })).toMatchObject({ isError: false });
    expect(await outsideCalls(stage, name)).toMatchObject([{ askedOf: "client", channel: "mcp" }]);
    await client.close();
  });

  test("a rejected call says so, with the reason", async () => {
    await outside("app");
    const name = `${revision}-rejected.txt`;
    const client = await connect(first);
    const calling = client.call("write_file", { path: name, content: "" });
    const { approvalId } = await untilCall(stage, name, "pending");
    await decide(second, { id: approvalId ?? "" }, "reject", { reason: "Not on a Friday." });
    expect(await calling).toMatchObject({ isError: true, text: expect.stringContaining("Not on a Friday.") });
    expect(exists(name)).toBe(false);
    await client.close();
  });

  test("repeats of it, on any instance, are one question", async () => {
    await outside("app");
    const name = `${revision}-repeated.txt`;
    const clients = await Promise.all([connect(first), connect(second), connect(second)]);
    const calling = clients.map((client) => client.call("write_file", { path: name, content: "" }));
    const { approvalId } = await untilJoined(name, 2);
    await decide(first, { id: approvalId ?? "" }, "approve");
    for (const result of await Promise.all(calling)) expect(result).toMatchObject({ isError: false });
    const [call, ...others] = await outsideCalls(stage, name);
    expect(others).toEqual([]);
    expect(call).toMatchObject({ state: "succeeded" });
    expect(call?.audit.filter((type) => type !== "call.joined")).toEqual(once);
    await Promise.all(clients.map((client) => client.close()));
  });

  test("the caller may leave: the question stays, and the decision is read later, once", async () => {
    await outside("app");
    const name = `${revision}-left.txt`;
    const leaving = await connect(first);
    const gone = new AbortController();
    const left = leaving.call("write_file", { path: name, content: "" }, gone.signal).catch(() => "left");
    const { approvalId } = await untilCall(stage, name, "pending");
    gone.abort();
    await left;
    await leaving.close();
    expect(await outsideCalls(stage, name)).toMatchObject([{ state: "pending" }]);
    await decide(second, { id: approvalId ?? "" }, "approve");
    await untilCall(stage, name, "succeeded");
    const back = await connect(second);
    expect(await back.call("write_file", { path: name, content: "" })).toMatchObject({ isError: false });
    expect(await outsideCalls(stage, name)).toHaveLength(1);
    const again = back.call("write_file", { path: name, content: "" });
    const rows = await untilTwo(name);
    expect(rows.map(({ state }) => state)).toEqual(["succeeded", "pending"]);
    await decide(first, { id: rows[1]?.approvalId ?? "" }, "reject");
    expect(await again).toMatchObject({ isError: true });
    await back.close();
  });
});

async function untilTwo(name: string) {
  return waitUntil("there is a second question", async () => {
    const rows = await outsideCalls(stage, name);
    return rows.length === 2 && rows;
  });
}

describe("a call over the HTTP API", () => {
  const call = (server: Server, name: string, tool = "write_file") =>
    server.api.post<Called>("/calls", { tool, arguments: { path: name, content: "" } });

  test("that asks is pending, joined by repeats, run once when approved, and collected once", async () => {
    const name = "api.txt";
    const asked = await call(first, name);
    expect(asked).toMatchObject({ status: 202, body: { state: "pending", approvalId: expect.any(String) } });
    expect((await call(second, name)).body).toEqual(asked.body);
    const approval = await first.api.get<Approval>(`/approvals/${asked.body.approvalId}`);
    expect(approval.body).toMatchObject({
      askedOf: "app",
      conversationId: null,
      caller: { name: "HTTP API" },
    });
    const waiting = await first.api.get<Call>(`/calls/${asked.body.id}`);
    expect(waiting).toMatchObject({ status: 202, body: asked.body });
    // Two instances, both of them asked many times at the same moment.
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => decide(index % 2 ? first : second, approval.body, "approve")),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    await untilCall(stage, name, "succeeded");
    const [requested, ...rest] = once;
    expect(await outsideCalls(stage, name)).toMatchObject([{ audit: [requested, "call.joined", ...rest] }]);
    const read = await second.api.get<Call>(`/calls/${asked.body.id}`);
    expect(read.status).toBe(200);
    expect(read.body).toMatchObject({ state: "succeeded", approvalId: asked.body.approvalId, runId: null });
    expect((await call(first, name)).body).toMatchObject({ id: asked.body.id, state: "succeeded" });
    expect((await call(first, name)).body).toMatchObject({ state: "pending" });
    expect((await outsideCalls(stage, name)).map(({ state }) => state)).toEqual(["succeeded", "pending"]);
  });

  test("is judged with every argument that was sent, whatever it is called", async () => {
    const { api } = first;
    const sent = JSON.parse('{"expression":"6 * 7","__proto__":{"more":1}}');
    const { status, body } = await api.post<Called>("/calls", { tool: "calculate", arguments: sent });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "denied", error: expect.stringContaining('"__proto__"') });
  });

  test("that asks nothing runs at once", async () => {
    const { status, body } = await first.api.post<Called>("/calls", {
      tool: "calculate",
      arguments: { expression: "6 * 7" },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ state: "succeeded", error: null });
    expect(JSON.stringify(body.result)).toContain("42");
  });

  test.each([
    ["no tool", { tool: "nothing", arguments: {} }, 404],
    ["a name of the language", { tool: "__proto__", arguments: {} }, 404],
    ["arguments that are a list", { tool: "calculate", arguments: [] }, 422],
    ["no arguments", { tool: "calculate" }, 422],
    ["an approval brought along", { tool: "calculate", arguments: {}, approved: true }, 422],
    ["a caller brought along", { tool: "calculate", arguments: {}, caller: { name: "chat" } }, 422],
  ])("with %s is refused", async (_, body, status) => {
    expect((await first.api.post("/calls", body)).status).toBe(status);
  });

  test("ask_user waits for an answer, not for an approval", async () => {
    const questions = [{ question: "Which of the two colours?", choices: ["red", "blue"] }];
    const { body } = await first.api.post<Called>("/calls", { tool: "ask_user", arguments: { questions } });
    const id = body.approvalId ?? "";
    expect((await decide(first, { id }, "approve")).status).toBe(422);
    const answered = await second.api.post<Approval>(`/approvals/${id}/decision`, {
      decision: "answer",
      answers: [["blue"]],
    });
    expect(answered.body).toMatchObject({ kind: "question", status: "approved" });
    await untilCall(stage, "two colours", "succeeded");
    const { body: read } = await first.api.get<Call>(`/calls/${body.id}`);
    expect(read.result).toEqual([{ question: "Which of the two colours?", answers: ["blue"] }]);
  });
});
