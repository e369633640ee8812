import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { secondsUntilEnded } from "../support/gone-on.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { type Line, openStage, type Play, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { closeGate } from "../support/transition-gate.ts";
import { waitUntil } from "../support/wait-until.ts";

const leaseSeconds = 3;

let stage: Stage;
let slow: Server;
let other: Server;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: String(leaseSeconds) });
  slow = stage.server();
  other = await stage.start();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (name: string): Line[] => [
  [{ call: "write_file", with: { path: name, content: "written" } }],
  [{ say: "Done." }],
];
const exists = (name: string) => existsSync(path.join(stage.workspace, name));

const records = async (play: Play, type: string) =>
  (await stage.sql`select 1 from audit where run_id = ${play.runId} and type = ${type}`).length;

/** An instance that woke has noticed: its heart beats again. */
async function untilAwake(server: Server): Promise<void> {
  await waitUntil("the instance answers again", async () => {
    const answer = await server.api.get("/tools", { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    return answer?.status === 200;
  });
  const [since] = await stage.sql<{ now: Date }[]>`select now()`;
  await waitUntil("both hearts beat", async () => {
    const beating = await stage.sql`select 1 from instances where beat_at > ${since?.now ?? new Date()}`;
    return beating.length === 2;
  });
}

/** What others tell it meanwhile is lost, too: only what is written can hold it back. */
async function standStill(): Promise<void> {
  await slow.kill("SIGSTOP");
  await stage.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query ilike 'listen%'`;
}

describe("an instance that stands still past its lease", () => {
  test("while the model answers: its answer changes nothing when it wakes", async () => {
    const held = Promise.withResolvers<void>();
    let times = 0;
    const play = await stage.begin(
      [
        () => {
          times += 1;
          return times === 1 ? [{ hold: held.promise }, { say: "Too late." }] : [{ say: "In time." }];
        },
      ],
      slow,
    );
    await waitUntil("the model was asked", () => play.asked().length === 1);
    await standStill();
    await untilState(other, play, "completed");
    expect(await secondsUntilEnded(stage, play)).toBeLessThan(leaseSeconds + 5);
    held.resolve();
    await slow.kill("SIGCONT");
    await untilAwake(slow);
    const steps = await stage.sql`select text from steps where run_id = ${play.runId}`;
    expect(steps).toEqual([{ text: "In time." }]);
    expect((await readRun(slow, play)).state).toBe("completed");
    expect(play.asked()).toHaveLength(2);
  });

  test("while it saves an outcome: that goes to the record only", async () => {
    const play = await stage.begin(lines("outcome.txt"), slow);
    const approval = await untilOneAsks(slow, play);
    const gate = await closeGate(stage.sql, {
      table: "calls",
      when: `new.run_id = '${play.runId}' and new.state = 'succeeded'`,
    });
    await decide(slow, approval, "approve");
    await gate.reached();
    expect(exists("outcome.txt")).toBe(true);
    await standStill();
    await gate.release("lost");
    const run = await untilState(other, play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["interrupted"]);
    await slow.kill("SIGCONT");
    await untilAwake(slow);
    expect((await readRun(slow, play)).calls).toEqual(run.calls);
    expect(await records(play, "call.claimed")).toBe(1);
    expect(toolResults(play.asked()[1])[0]?.text).toContain("outcome is unknown");
    expect(play.asked()).toHaveLength(2);
  });

  test("when its claim was taken and it never heard so: what was declared interrupted does not start after that", async () => {
    const play = await stage.begin(lines("claimed.txt"), slow);
    const approval = await untilOneAsks(slow, play);
    const gate = await closeGate(stage.sql, {
      table: "calls",
      when: `new.run_id = '${play.runId}' and new.state = 'executing'`,
    });
    await decide(slow, approval, "approve");
    await gate.reached();
    await standStill();
    await gate.release("committed");
    const run = await untilState(other, play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["interrupted"]);
    expect(exists("claimed.txt")).toBe(false);
    await slow.kill("SIGCONT");
    await untilAwake(slow);
    expect(exists("claimed.txt")).toBe(false);
    expect((await readRun(slow, play)).calls).toEqual(run.calls);
  });

  test("before its claim: the other one runs the call, and it runs once", async () => {
    const play = await stage.begin(lines("unclaimed.txt"), slow);
    const approval = await untilOneAsks(slow, play);
    const gate = await closeGate(stage.sql, {
      table: "calls",
      when: `new.run_id = '${play.runId}' and new.state = 'executing'`,
    });
    await decide(slow, approval, "approve");
    await gate.reached();
    await standStill();
    await gate.release("lost");
    const run = await untilState(other, play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["succeeded"]);
    await slow.kill("SIGCONT");
    await untilAwake(slow);
    expect(readFileSync(path.join(stage.workspace, "unclaimed.txt"), "utf8")).toBe("written");
    expect(await records(play, "call.claimed")).toBe(1);
    expect(play.asked()).toHaveLength(2);
  });
});

test("an instance that is killed: another one goes on within the lease and five seconds", async () => {
  const victim = await stage.start();
  const plays: Play[] = [];
  const forever = new Promise<never>(() => undefined);
  for (let index = 0; index < 5; index += 1) {
    let times = 0;
    plays.push(
      await stage.begin(
        [
          () => {
            times += 1;
            return times === 1 ? [{ hold: forever }] : [{ say: "Done." }];
          },
        ],
        victim,
      ),
    );
  }
  await waitUntil("all were asked", () => plays.every((play) => play.asked().length === 1));
  await victim.kill("SIGKILL");
  for (const play of plays) {
    await untilState(other, play, "completed");
    expect(await secondsUntilEnded(stage, play)).toBeLessThan(leaseSeconds + 5);
  }
});

test("an instance that stops cleanly: another one goes on at once, without waiting for a lease", async () => {
  let times = 0;
  const play = await stage.begin(
    [
      () => {
        times += 1;
        return times === 1 ? [{ hold: new Promise<never>(() => undefined) }] : [{ say: "Done." }];
      },
    ],
    slow,
  );
  await waitUntil("the model was asked", () => play.asked().length === 1);
  await slow.stop();
  const run = await untilState(other, play, "completed");
  expect(run.error).toBeNull();
});
