import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type ErrorCode, errorStatus } from "../../lib/errors.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

type Batch = { results: { error?: { code: ErrorCode } }[] };

let stage: Stage;
let server: Server;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (name: string) => [
  [{ call: "write_file", with: { path: name, content: "written" } }],
  [{ say: "Done." }],
];
const exists = (name: string) => existsSync(path.join(stage.workspace, name));

/** The record takes no row of this type while the work goes on. */
async function withoutRecord<Result>(type: string, work: () => Promise<Result>): Promise<Result> {
  await stage.sql.unsafe(`
    create or replace function refuse_record() returns trigger language plpgsql as $$
      begin raise exception 'the record is full'; end $$;
    create trigger refused before insert on audit for each row when (new.type = '${type}')
      execute function refuse_record()`);
  try {
    return await work();
  } finally {
    await stage.sql`drop trigger refused on audit`;
  }
}

async function asking(name: string): Promise<Play & { approvalId: string }> {
  const play = await stage.begin(lines(name));
  const { id } = await untilOneAsks(server, play);
  return { ...play, approvalId: id };
}

async function expectUndecided(play: Play, name: string): Promise<void> {
  const run = await readRun(server, play);
  expect([run.state, run.calls[0]?.state]).toEqual(["waiting", "pending"]);
  expect(run.approvals).toMatchObject([{ status: "pending", decisions: [] }]);
  expect(exists(name)).toBe(false);
}

/** A batch is answered in any case; what counts is the answer of its only decision. */
async function decideInBatch(id: string): Promise<{ status: number }> {
  const decisions = [{ id, decision: "approve" }];
  const { status, body } = await server.api.post<Batch>("/approvals/decisions", { decisions });
  expect(status).toBe(200);
  const [result] = body.results;
  return { status: result?.error ? errorStatus[result.error.code] : status };
}

const ways: [string, (play: Play & { approvalId: string }) => Promise<{ status: number }>][] = [
  ["approve", (play) => decide(server, { id: play.approvalId }, "approve")],
  ["reject", (play) => decide(server, { id: play.approvalId }, "reject")],
  ["a batch", (play) => decideInBatch(play.approvalId)],
  ["words", (play) => server.api.post(`/conversations/${play.conversationId}/messages`, { text: "yes" })],
  [
    "a message that is sent now",
    (play) => {
      const { text } = stage.script([[{ say: "Something else." }]]);
      return server.api.post(`/conversations/${play.conversationId}/messages`, { text, sendNow: true });
    },
  ],
  ["a stop", (play) => server.api.post(`/runs/${play.runId}/cancel`)],
];

test.each(ways)("a decision by %s: without its record it does not stand", async (way, act) => {
  const name = `${way.replaceAll(" ", "-")}.txt`;
  const play = await asking(name);
  const { status } = await withoutRecord("approval.decided", () => act(play));
  expect(status).toBe(500);
  await expectUndecided(play, name);
  expect((await act(play)).status).toBeLessThan(300);
  await untilState(server, play, "completed", "cancelled");
  const [row] = await stage.sql`
    select u.type, a.status, u.state from audit u join approvals a on a.id = u.approval_id
    where a.id = ${play.approvalId} and u.type = 'approval.decided'`;
  expect(row?.state).toBe(row?.status);
});

test("the clock's decision: without its record it does not stand", async () => {
  const play = await asking("clock.txt");
  await withoutRecord("approval.decided", async () => {
    await stage.sql`update approvals set expires_at = now() where id = ${play.approvalId}`;
    await waitUntil("the sweep tried", () => server.output().includes("the record is full"));
    expect((await decide(server, { id: play.approvalId }, "approve")).status).toBe(500);
    await expectUndecided(play, "clock.txt");
  });
  const run = await untilState(server, play, "completed");
  expect(run.approvals[0]?.status).toBe("expired");
});

test("a question: without its record nobody is asked", async () => {
  const play = await withoutRecord("approval.requested", async () => {
    const begun = await stage.begin(lines("question.txt"));
    await untilState(server, begun, "failed");
    return begun;
  });
  expect(await readRun(server, play)).toMatchObject({ approvals: [], calls: [] });
  expect(exists("question.txt")).toBe(false);
});

test("a claim: without its record nothing is run", async () => {
  const play = await asking("claim.txt");
  await withoutRecord("call.claimed", async () => {
    expect((await decide(server, { id: play.approvalId }, "approve")).status).toBe(200);
    await untilState(server, play, "failed");
  });
  expect(exists("claim.txt")).toBe(false);
  expect((await server.api.post(`/runs/${play.runId}/retry`)).status).toBe(200);
  await untilState(server, play, "completed");
  expect(exists("claim.txt")).toBe(true);
});

test("an outcome: without its record it is unknown, and nothing runs again", async () => {
  const play = await asking("outcome.txt");
  await withoutRecord("call.ended", async () => {
    expect((await decide(server, { id: play.approvalId }, "approve")).status).toBe(200);
    await waitUntil("it ran, and could not be recorded", () => exists("outcome.txt"));
    await waitUntil("nobody drives it", () => server.output().includes("and could not be failed"));
  });
  const run = await untilState(server, play, "completed", "failed");
  expect(run.calls[0]?.state).toBe("interrupted");
});
