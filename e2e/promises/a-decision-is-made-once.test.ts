import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { closeGate } from "../support/transition-gate.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let one: Server;
let other: Server;

beforeAll(async () => {
  stage = await openStage();
  one = stage.server();
  other = await stage.start();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const write = (file: string, content = "written") => ({ call: "write_file", with: { path: file, content } });
const inWorkspace = (file: string) => path.join(stage.workspace, file);

async function claims(runId: string): Promise<number> {
  const rows = await stage.sql`select 1 from audit where run_id = ${runId} and type = 'call.claimed'`;
  return rows.length;
}

describe("one approval", () => {
  test("a hundred decisions at once: one wins, the others are told which stands, the tool runs once", async () => {
    const play = await stage.begin([[write("hundred.txt")], [{ say: "Done." }]]);
    const approval = await untilOneAsks(one, play);
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        decide(index % 2 ? one : other, approval, index % 3 ? "approve" : "reject", {
          reason: `number ${index}`,
          argumentsDigest: approval.argumentsDigest,
        }),
      ),
    );
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 409);
    expect([winners.length, losers.length]).toEqual([1, 99]);
    const [standing] = winners.map(({ body }) => body);
    for (const { body } of losers) {
      expect(body.error.code).toBe("conflict");
      expect(body.error.details?.approval).toEqual(standing);
    }
    const run = await untilState(one, play, "completed");
    const approved = standing?.status === "approved";
    expect(run.calls.map(({ state }) => state)).toEqual([approved ? "succeeded" : "rejected"]);
    expect(existsSync(inWorkspace("hundred.txt"))).toBe(approved);
    expect(await claims(play.runId)).toBe(approved ? 1 : 0);
    expect(play.asked()).toHaveLength(2);
  });

  test.each(["approve", "reject"] as const)(
    "a replay of %s changes nothing, however often",
    async (decision) => {
      const file = `replayed-${decision}.txt`;
      const play = await stage.begin([[write(file)], [{ say: "Done." }]]);
      const approval = await untilOneAsks(one, play);
      const first = await decide(one, approval, decision, { reason: "the first" });
      expect(first.status).toBe(200);
      await untilState(one, play, "completed");
      for (const again of [decision, "approve", "reject"] as const) {
        const { status, body } = await decide(other, approval, again, { reason: "again" });
        expect(status).toBe(409);
        expect(body.error.details?.approval?.decisions).toEqual(first.body.decisions);
      }
      expect(await claims(play.runId)).toBe(decision === "approve" ? 1 : 0);
      expect(play.asked()).toHaveLength(2);
    },
  );

  test("the same id twice in one batch: the first counts, the second is told", async () => {
    const play = await stage.begin([[write("twice.txt")], [{ say: "Done." }]]);
    const { id } = await untilOneAsks(one, play);
    const { status, body } = await one.api.post<{
      results: { id: string; ok: boolean; approval?: Approval; error?: { code: string } }[];
    }>("/approvals/decisions", {
      decisions: [
        { id, decision: "reject" },
        { id, decision: "approve" },
        { id: "no-such-approval", decision: "approve" },
      ],
    });
    expect(status).toBe(200);
    expect(body.results.map(({ ok, error }) => error?.code ?? ok)).toEqual([true, "conflict", "not_found"]);
    await untilState(one, play, "completed");
    expect(existsSync(inWorkspace("twice.txt"))).toBe(false);
  });

  test("an answer in words and a click at once: one of the two decides", async () => {
    for (let round = 0; round < 10; round += 1) {
      const file = `words-${round}.txt`;
      const play = await stage.begin([[write(file)], [{ say: "Done." }]]);
      const approval = await untilOneAsks(one, play);
      const words = { text: "yes", approvals: [approval.id] };
      const [typed, clicked] = await Promise.all([
        one.api.post(`/conversations/${play.conversationId}/messages`, words),
        decide(other, approval, "reject"),
      ]);
      expect([typed.status, clicked.status].sort()).toEqual([200, 409]);
      await untilState(one, play, "completed");
      expect(existsSync(inWorkspace(file))).toBe(typed.status === 200);
    }
  });
});

describe("the last two decisions of a step", () => {
  test("forced to overlap, the run goes on, and once", async () => {
    for (let round = 0; round < 12; round += 1) {
      const files = [`overlap-${round}-a.txt`, `overlap-${round}-b.txt`];
      const play = await stage.begin([files.map((file) => write(file)), [{ say: "Done." }]]);
      const [first, second] = await untilAsked(one, play, 2);
      if (!first || !second) throw new Error("Two questions were expected.");
      // One stands in its transaction with the run locked, the other waits for that lock.
      const gate = await closeGate(stage.sql, {
        table: "approvals",
        when: `new.run_id = '${play.runId}' and new.status <> 'pending'`,
      });
      const earlier = decide(one, first, "approve");
      await gate.reached();
      const later = decide(round % 2 ? one : other, second, "approve");
      await blocked(2);
      await gate.release("committed");
      expect([(await earlier).status, (await later).status]).toEqual([200, 200]);
      await untilState(one, play, "completed");
      expect(play.asked()).toHaveLength(2);
      expect(await claims(play.runId)).toBe(2);
      for (const file of files) expect(readFileSync(inWorkspace(file), "utf8")).toBe("written");
    }
  });

  test("thrown at two instances at the same moment, the run goes on, and once", async () => {
    for (let round = 0; round < 15; round += 1) {
      const calls = [0, 1, 2, 3].map((index) => write(`thrown-${round}-${index}.txt`));
      const play = await stage.begin([calls, [{ say: "Done." }]]);
      const approvals = await untilAsked(one, play, 4);
      const answers = await Promise.all(
        approvals.map((approval, index) =>
          decide(index % 2 ? one : other, approval, index === 3 ? "reject" : "approve"),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const run = await untilState(one, play, "completed");
      expect(run.calls.map(({ state }) => state)).toEqual([
        "succeeded",
        "succeeded",
        "succeeded",
        "rejected",
      ]);
      expect(play.asked()).toHaveLength(2);
      expect(await claims(play.runId)).toBe(3);
    }
  });
});

test("a stop, a decision, an expiry and a send-now at once: one of them answers each question", async () => {
  const outcomes = new Set<string>();
  for (let round = 0; round < 24; round += 1) {
    const files = [`race-${round}-a.txt`, `race-${round}-b.txt`];
    const play = await stage.begin([files.map((file) => write(file)), [{ say: "Done." }]]);
    const approvals = await untilAsked(one, play, 2);
    const sending = stage.script([[{ say: "Something else." }]]);
    const due = stage.sql`update approvals set expires_at = now() where run_id = ${play.runId}`;
    const acts = [
      () => Promise.all(approvals.map((approval) => decide(one, approval, "approve"))),
      () => one.api.post(`/runs/${play.runId}/cancel`),
      () => due.execute(),
      () =>
        other.api.post(`/conversations/${play.conversationId}/messages`, {
          text: sending.text,
          sendNow: true,
        }),
      () => Promise.all(approvals.map((approval) => decide(other, approval, "reject"))),
    ];
    // Each round begins with another one, and leaves one out.
    const turned = acts.map((_, index) => acts[(index + round) % acts.length]).slice(1);
    await Promise.all(turned.map((act) => act?.()));
    const run = await untilState(one, play, "completed", "cancelled");
    for (const [index, call] of run.calls.entries()) {
      outcomes.add(call.state);
      const written = existsSync(inWorkspace(files[index] ?? ""));
      if (call.state === "succeeded") expect(written).toBe(true);
      else if (call.state !== "interrupted") expect(written).toBe(false);
    }
    const { body } = await one.api.get<{ run: { id: string } }>(`/conversations/${play.conversationId}`);
    await untilState(one, { runId: body.run.id }, "completed", "cancelled");
  }
  // A race that always ends in the same way was none.
  expect(outcomes.size).toBeGreaterThan(1);
});

test("a decision is for one approval: those of another conversation stay as they are", async () => {
  const mine = await stage.begin([[write("mine.txt")], [{ say: "Done." }]]);
  const theirs = await stage.begin([[write("theirs.txt")], [{ say: "Done." }]]);
  const [approval, foreign] = [await untilOneAsks(one, mine), await untilOneAsks(one, theirs)];

  const words = { text: "approve", approvals: [foreign.id] };
  const typed = await one.api.post<{ error: { code: string } }>(
    `/conversations/${mine.conversationId}/messages`,
    words,
  );
  expect([typed.status, typed.body.error.code]).toEqual([409, "conflict"]);
  const both = { text: "approve all", approvals: [approval.id, foreign.id] };
  expect((await one.api.post(`/conversations/${mine.conversationId}/messages`, both)).status).toBe(409);
  const digest = { argumentsDigest: foreign.argumentsDigest };
  expect((await decide(one, approval, "approve", digest)).status).toBe(409);
  for (const play of [mine, theirs]) {
    expect((await readRun(one, play)).approvals.map(({ status }) => status)).toEqual(["pending"]);
  }

  expect((await decide(one, approval, "approve")).status).toBe(200);
  await untilState(one, mine, "completed");
  expect((await readRun(one, theirs)).state).toBe("waiting");
  expect([existsSync(inWorkspace("mine.txt")), existsSync(inWorkspace("theirs.txt"))]).toEqual([true, false]);
});

/** So many statements of the servers wait for a lock. */
async function blocked(count: number): Promise<void> {
  await waitUntil(`${count} statements wait for locks`, async () => {
    const rows = await stage.sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return rows.length >= count;
  });
}
