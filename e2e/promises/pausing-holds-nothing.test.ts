import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;

beforeAll(async () => {
  // One run at a time, and three that wait: a waiting one counts for nothing.
  stage = await openStage({ COUNTERSIGN_MAX_RUNS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (name: string) => [
  [
    { call: "list_files", with: {} },
    { call: "write_file", with: { path: name, content: "written" } },
  ],
  [{ say: "Done." }],
];
const exists = (name: string) => existsSync(path.join(stage.workspace, name));

test("a waiting run has no owner, no transaction, no lock, no connection and no place among the running ones", async () => {
  const plays: Play[] = [];
  for (const name of ["one.txt", "two.txt", "three.txt"]) {
    const play = await stage.begin(lines(name));
    await untilOneAsks(stage.server(), play);
    await waitUntil("its place is free", async () => {
      const [row] = await stage.sql`select owner, executing from runs where id = ${play.runId}`;
      return row?.owner === null && row.executing === 0;
    });
    plays.push(play);
  }
  // A heartbeat or a sweep may be under way at one look; what a waiting run held would be there at every one.
  await waitUntil("no session has a transaction open", async () => {
    const sessions = await stage.sql`
      select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
        and (state like 'idle in transaction%' or xact_start is not null)`;
    return sessions.length === 0;
  });
  await waitUntil("no session has a lock on what waits", async () => {
    const locks = await stage.sql`
      select 1 from pg_locks l join pg_stat_activity s on s.pid = l.pid
      where s.datname = current_database() and s.backend_type = 'client backend' and l.pid <> pg_backend_pid()
        and (l.locktype = 'advisory' or l.relation in ('runs'::regclass, 'calls'::regclass, 'approvals'::regclass))`;
    return locks.length === 0;
  });
  const before = await stage.sql`select epoch, xmin::text from runs order by id`;

  // The only server dies. Nothing has to be taken over, nothing changes.
  await stage.server().kill("SIGKILL");
  await stage.start();
  await stage.start();
  for (const play of plays) expect((await readRun(stage.server(), play)).state).toBe("waiting");
  expect(await stage.sql`select epoch, xmin::text from runs order by id`).toEqual(before);

  for (const [index, play] of plays.entries()) {
    const approval = await untilOneAsks(stage.server(), play);
    expect((await decide(stage.server(), approval, index === 1 ? "reject" : "approve")).status).toBe(200);
    await untilState(stage.server(), play, "completed");
    expect(play.asked()).toHaveLength(2);
  }
  expect([exists("one.txt"), exists("two.txt"), exists("three.txt")]).toEqual([true, false, true]);
});

test("days later, with every server gone meanwhile: the deadline that passed is told, the others still ask", async () => {
  const play = await stage.begin([
    ["early.txt", "late.txt"].map((name) => ({
      call: "write_file",
      with: { path: name, content: "written" },
    })),
    [{ say: "Done." }],
  ]);
  const [early, late] = await untilAsked(stage.server(), play, 2);
  await stage.server().kill("SIGKILL");
  await stage.sql`update approvals set requested_at = requested_at - interval '3 days', expires_at = now() - interval '2 days' where id = ${early?.id ?? ""}`;
  await stage.start();
  await untilAsked(stage.server(), play, 1);
  expect((await decide(stage.server(), early ?? { id: "" }, "approve")).status).toBe(410);
  expect((await decide(stage.server(), late ?? { id: "" }, "approve")).status).toBe(200);
  const run = await untilState(stage.server(), play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["expired", "succeeded"]);
  expect([exists("early.txt"), exists("late.txt")]).toEqual([false, true]);
});
