import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Fate, fates, killedAt } from "../support/killed-at.ts";
import { startRawUpstream } from "../support/mcp/raw-upstream.ts";
import { decide, readRun, untilAsked, untilState } from "../support/runs.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";
import { addUpstream } from "../support/upstreams.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const exists = (name: string) => existsSync(path.join(stage.workspace, name));

/** Kills the server in the middle of the stop. */
const killedWhenStopped = (play: Play, fate: Fate) =>
  killedAt(stage, { table: "runs", when: `new.id = '${play.runId}' and new.state = 'cancelled'` }, fate, () =>
    stage.server().api.post(`/runs/${play.runId}/cancel`),
  );

describe.each(fates)("its transaction was %s", (fate: Fate) => {
  test("while the model answers: what it said is kept, and it goes on or is over", async () => {
    const word = randomUUID();
    let times = 0;
    const play = await stage.begin([
      () => {
        times += 1;
        const forever = new Promise<never>(() => undefined);
        return times === 1 ? [{ say: `${word} two three` }, { hold: forever }] : [{ say: "Four." }];
      },
    ]);
    await waitUntil("it said so", async () => {
      const rows = await stage.sql`select 1 from stream_log where chunks::text like ${`%${word}%`}`;
      return rows.length > 0;
    });
    await killedWhenStopped(play, fate);
    const end = fate === "lost" ? "completed" : "cancelled";
    await untilState(stage.server(), play, end);
    const steps = await stage.sql<{ text: string; cut_off: boolean }[]>`
      select text, cut_off from steps where run_id = ${play.runId} order by index`;
    const begun = { text: expect.stringContaining(word), cut_off: true };
    expect(steps).toEqual(fate === "lost" ? [begun, { text: "Four.", cut_off: false }] : [begun]);
    expect(play.asked()).toHaveLength(fate === "lost" ? 2 : 1);
  });

  test("with one call approved and another asking: neither is run, or both are as they were", async () => {
    const names = [`approved-${fate}.txt`, `asking-${fate}.txt`];
    const play = await stage.begin([
      names.map((name) => ({ call: "write_file", with: { path: name, content: "written" } })),
      [{ say: "Done." }],
    ]);
    const [approved, asking] = await untilAsked(stage.server(), play, 2);
    await decide(stage.server(), approved ?? { id: "" }, "approve");
    await killedWhenStopped(play, fate);
    const run = await readRun(stage.server(), play);
    const left = fate === "lost" ? ["waiting", "approved", "pending"] : Array(3).fill("cancelled");
    expect([run.state, ...run.calls.map(({ state }) => state)]).toEqual(left);
    expect(names.map(exists)).toEqual([false, false]);

    const late = await decide(stage.server(), asking ?? { id: "" }, "reject");
    expect(late.status).toBe(fate === "lost" ? 200 : 409);
    await untilState(stage.server(), play, fate === "lost" ? "completed" : "cancelled");
    expect(names.map(exists)).toEqual([fate === "lost", false]);
  });

  test("while a call executes: its outcome is unknown, and it is not run again", async () => {
    await using cleanUp = new AsyncDisposableStack();
    const upstream = await startRawUpstream({ on: { "tools/call": () => undefined } });
    cleanUp.defer(upstream.close);
    const timesCalled = () => upstream.received.filter(({ method }) => method === "tools/call").length;
    const name = `slow-${fate}`;
    await addUpstream(stage.server(), {
      name,
      url: upstream.url,
      allowPrivateAddress: true,
      requireApproval: [],
    });
    const play = await stage.begin([[{ call: `${name}__echo`, with: {} }], [{ say: "Oh." }]]);
    await waitUntil("it is executing", () => timesCalled() === 1);
    await killedWhenStopped(play, fate);
    const run = await untilState(stage.server(), play, fate === "lost" ? "completed" : "cancelled");
    expect(run.calls.map(({ state }) => state)).toEqual(["interrupted"]);
    expect(run.calls[0]?.error).toContain("outcome is unknown");
    expect([timesCalled(), play.asked().length]).toEqual([1, fate === "lost" ? 2 : 1]);
  });
});
