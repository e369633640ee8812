import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { slowestAnswer } from "../support/slowest-answer.ts";
import { newConversation, openStage, type Play, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let server: Server;

beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const write = (name: string) => ({ call: "write_file", with: { path: name, content: "written" } });
const exists = (name: string) => existsSync(path.join(stage.workspace, name));
const asking = (name: string): Promise<Play> => stage.begin([[write(name)], [{ say: "Done." }]]);

test("rejected", async () => {
  const play = await asking("rejected.txt");
  await decide(server, await untilOneAsks(server, play), "reject");
  const run = await untilState(server, play, "completed");
  expect(run.calls).toMatchObject([{ state: "rejected", startedAt: null }]);
  expect(exists("rejected.txt")).toBe(false);
});

test("not answered in time, and a click that comes too late", async () => {
  await server.api.patch("/tools/write_file", { approval: { timeoutSeconds: 600 } });
  const play = await asking("expired.txt");
  const approval = await untilOneAsks(server, play);
  await server.api.patch("/tools/write_file", { approval: { timeoutSeconds: null } });
  expect(Date.parse(approval.expiresAt ?? "") - Date.parse(approval.requestedAt)).toBe(600_000);
  // The ten minutes are almost over.
  await stage.sql`update approvals set expires_at = now() + interval '0.5 seconds' where id = ${approval.id}`;
  const slowest = await slowestAnswer([server], () => untilState(server, play, "completed"));
  const run = await readRun(server, play);
  expect(run.calls).toMatchObject([{ state: "expired", startedAt: null }]);
  const [asked] = run.approvals;
  const lateness = Date.parse(asked?.decisions[0]?.at ?? "") - Date.parse(asked?.expiresAt ?? "");
  expect(lateness).toBeGreaterThanOrEqual(0);
  expect(lateness).toBeLessThan(2_000 + 5 * slowest);
  const late = await decide(server, approval, "approve");
  expect([late.status, late.body.error.code]).toEqual([410, "expired"]);
  expect(exists("expired.txt")).toBe(false);
});

test("a click after the deadline that comes before the sweep: expired by the click itself", async () => {
  // Both at once, again and again: whoever is first, the answer is that it expired.
  for (let round = 0; round < 10; round += 1) {
    const play = await asking(`late-${round}.txt`);
    const approval = await untilOneAsks(server, play);
    await stage.sql`update approvals set expires_at = now() where id = ${approval.id}`;
    const late = await decide(server, approval, "approve");
    expect([late.status, late.body.error.details?.approval?.status]).toEqual([410, "expired"]);
    await untilState(server, play, "completed");
    expect(exists(`late-${round}.txt`)).toBe(false);
  }
});

test("stopped while it waits", async () => {
  const play = await asking("stopped.txt");
  const approval = await untilOneAsks(server, play);
  expect((await server.api.post(`/runs/${play.runId}/cancel`)).status).toBe(200);
  const run = await readRun(server, play);
  expect([run.state, run.calls[0]?.state, run.approvals[0]?.status]).toEqual([
    "cancelled",
    "cancelled",
    "cancelled",
  ]);
  expect((await decide(server, approval, "approve")).status).toBe(409);
  expect((await server.api.post(`/runs/${play.runId}/retry`)).status).toBe(409);
  expect(exists("stopped.txt")).toBe(false);
});

test("its conversation is deleted while it waits", async () => {
  const play = await asking("deleted.txt");
  const approval = await untilOneAsks(server, play);
  expect((await server.api.delete(`/conversations/${play.conversationId}`)).status).toBe(204);
  expect((await decide(server, approval, "approve")).status).toBe(409);
  expect(exists("deleted.txt")).toBe(false);
});

test("the tab is closed: it stays pending, and nothing runs", async () => {
  const conversationId = await newConversation(server);
  const { text } = stage.script([[write("closed.txt")], [{ say: "Done." }]]);
  const leave = new AbortController();
  const tab = await fetch(`${server.url}/api/v1/conversations/${conversationId}/messages`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.key}`,
      "content-type": "application/json",
      accept: "text/event-stream",
    },
    body: JSON.stringify({ text }),
    signal: leave.signal,
  });
  expect(tab.status).toBe(200);
  leave.abort();
  const { body } = await server.api.get<{ run: { id: string } }>(`/conversations/${conversationId}`);
  const approval = await untilOneAsks(server, { runId: body.run.id });
  expect(approval.status).toBe("pending");
  expect(exists("closed.txt")).toBe(false);
});

describe("never put to a person", () => {
  const cases: [string, { call: string; with: unknown }][] = [
    ["an unknown tool", { call: "launch_rocket", with: {} }],
    ["a tool by the name of what every object has", { call: "constructor", with: {} }],
    ["a tool in another case", { call: "Write_File", with: { path: "case.txt", content: "" } }],
    ["arguments that are no JSON", { call: "write_file", with: '{"path": "broken.txt", "content": ' }],
    ["an argument that is missing", { call: "write_file", with: { path: "missing.txt" } }],
    ["an argument too many", { call: "write_file", with: { path: "many.txt", content: "", approved: true } }],
    ["an argument of another type", { call: "write_file", with: { path: ["x"], content: "" } }],
    ["arguments that are a list", { call: "write_file", with: [] }],
    [
      "a character that cannot be stored",
      { call: "write_file", with: { path: "nul.txt", content: "\u0000" } },
    ],
    ["a path that leads out", { call: "write_file", with: { path: "../outside.txt", content: "" } }],
    ["a file that is not there", { call: "delete_file", with: { path: "nothing.txt" } }],
  ];
  test.each(cases)("%s", async (_name, call) => {
    const play = await stage.begin([[call], [{ say: "Done." }]]);
    const run = await untilState(server, play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["denied"]);
    expect(run.approvals).toEqual([]);
    expect(run.calls[0]?.error).toMatch(/^Not run/);
  });
});

test("the answer of the model breaks off in the middle of its calls: none of them is taken", async () => {
  let times = 0;
  const play = await stage.begin([
    () => {
      times += 1;
      return times === 1 ? [{ say: "I will. " }, write("cut.txt"), { cut: true }] : [{ say: "Done." }];
    },
  ]);
  const run = await untilState(server, play, "failed");
  expect([run.calls, run.approvals]).toEqual([[], []]);
  expect(run.error?.message).not.toBe("");
  expect((await server.api.post(`/runs/${play.runId}/retry`)).status).toBe(200);
  await untilState(server, play, "completed");
  expect(exists("cut.txt")).toBe(false);
});

test("the policy breaks down: what could not be judged is not run and not asked", async () => {
  const held = Promise.withResolvers<void>();
  const play = await stage.begin([
    [{ hold: held.promise }, write("unjudged.txt"), { call: "list_files", with: {} }],
    [{ say: "Done." }],
  ]);
  await waitUntil("the model was asked", () => play.asked().length === 1);
  await stage.sql`alter table tool_settings rename to tool_settings_gone`;
  held.resolve();
  const run = await untilState(server, play, "failed", "completed");
  await stage.sql`alter table tool_settings_gone rename to tool_settings`;
  expect(run.approvals).toEqual([]);
  expect(run.calls.filter(({ startedAt }) => startedAt !== null)).toEqual([]);
  expect(exists("unjudged.txt")).toBe(false);
});
