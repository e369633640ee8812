import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Reply } from "../support/scripted-provider.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const write = (name: string, id?: string) => ({
  call: "write_file",
  with: { path: name, content: "written" },
  ...(id ? { id } : {}),
});
const exists = (name: string) => existsSync(path.join(stage.workspace, name));

async function questions(runId: string): Promise<number> {
  const rows = await stage.sql`select 1 from audit where run_id = ${runId} and type = 'approval.requested'`;
  return rows.length;
}

test("a restart while it waits: the same question, and no other", async () => {
  const play = await stage.begin([[write("restarted.txt"), write("second.txt")], [{ say: "Done." }]]);
  const before = await untilAsked(stage.server(), play, 2);
  await stage.server().stop();
  await stage.start();
  expect(await untilAsked(stage.server(), play, 2)).toEqual(before);
  await decide(stage.server(), before[0] ?? { id: "" }, "approve");
  await stage.server().kill("SIGKILL");
  await stage.start();
  expect(await untilAsked(stage.server(), play, 1)).toEqual(before.slice(1));
  await decide(stage.server(), before[1] ?? { id: "" }, "approve");
  await untilState(stage.server(), play, "completed");
  expect([exists("restarted.txt"), exists("second.txt")]).toEqual([true, true]);
  expect([await questions(play.runId), play.asked().length]).toEqual([2, 2]);
});

test("a retry after a call was approved and ran: neither asked nor run again", async () => {
  let broken = true;
  const play = await stage.begin([
    [write("retried.txt")],
    () => (broken ? { status: 401, message: "wrong key" } : [{ say: "Done." }]),
  ]);
  await decide(stage.server(), await untilOneAsks(stage.server(), play), "approve");
  await untilState(stage.server(), play, "failed");
  const before = await readRun(stage.server(), play);
  broken = false;
  const retries = await Promise.all(
    Array.from({ length: 10 }, () => stage.server().api.post(`/runs/${play.runId}/retry`)),
  );
  expect(retries.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  const run = await untilState(stage.server(), play, "completed");
  expect([run.id, run.calls, run.approvals]).toEqual([before.id, before.calls, before.approvals]);
  expect(await questions(play.runId)).toBe(1);
});

test("the same call again after a rejection, in whatever order its arguments come: refused, not asked", async () => {
  const play = await stage.begin([
    [write("rejected.txt")],
    [{ call: "write_file", with: '{"content":"written","path":"rejected.txt"}' }],
    [{ call: "write_file", with: ' { "content" : "writ\\u0074en" , "path" : "rejected.txt" } ' }],
    [{ say: "Then not." }],
  ]);
  await decide(stage.server(), await untilOneAsks(stage.server(), play), "reject");
  const run = await untilState(stage.server(), play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["rejected", "denied", "denied"]);
  expect(await questions(play.runId)).toBe(1);
});

test("two calls of one step with the same id of the provider are two calls", async () => {
  const play = await stage.begin([
    [write("same-a.txt", "same"), write("same-b.txt", "same")],
    [{ say: "Done." }],
  ]);
  const [first, second] = await untilAsked(stage.server(), play, 2);
  expect(first?.callId).not.toBe(second?.callId);
  await decide(stage.server(), first ?? { id: "" }, "approve");
  await decide(stage.server(), second ?? { id: "" }, "reject");
  await untilState(stage.server(), play, "completed");
  expect([exists("same-a.txt"), exists("same-b.txt")]).toEqual([true, false]);
});

test("ids of the provider that come again in a later step are other calls", async () => {
  const play = await stage.begin([
    [write("again-a.txt", "call_0")],
    [write("again-b.txt", "call_0")],
    [{ say: "Done." }],
  ]);
  await decide(stage.server(), await untilOneAsks(stage.server(), play), "approve");
  await waitUntil("the second was asked for", () => play.asked().length === 2);
  const second = await untilOneAsks(stage.server(), play);
  expect(second.arguments).toMatchObject({ path: "again-b.txt" });
  expect(exists("again-b.txt")).toBe(false);
  await decide(stage.server(), second, "reject");
  await untilState(stage.server(), play, "completed");
  expect(exists("again-b.txt")).toBe(false);
});

test("a model that repeats itself without end is stopped, with a sentence", async () => {
  const reading: Reply = [{ call: "current_time", with: {} }];
  const play = await stage.begin(Array.from({ length: 60 }, () => reading));
  const run = await untilState(stage.server(), play, "completed");
  expect(run.calls.length).toBeLessThan(10);
});
