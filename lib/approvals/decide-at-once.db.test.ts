import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { AppError } from "../errors.ts";
import { cancelRun } from "../runs/cancel.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { theRun, whileLocked } from "../runs/test-overlap.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import { decide, expire } from "./decide.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const ran = (name: string) => stage.toolbox.ran.filter((line) => line === `erase ${name}`).length;
const answer = (id: string, decision: "approve" | "reject") =>
  decide(stage, { id, decision, by: owner, channel: "api" });
const statesTold = async (play: Play) =>
  (
    await stage.rows<{ state: string }>(
      sql`select state from audit where conversation_id = ${play.conversationId} and type = 'run.state' order by sequence`,
    )
  ).map((row) => row.state);

test("of a hundred conflicting decisions exactly one wins, and all others are told which", async () => {
  const play = await stage.begin(calls(call("erase", { name: "hundred" })), says("Done."));
  await play.say("erase it");
  const { id } = await play.pending();
  const settled = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => answer(id, n % 2 === 0 ? "approve" : "reject")),
  );
  await stage.idle();
  const won = settled.filter((each) => each.status === "fulfilled").map((each) => each.value);
  expect(won).toHaveLength(1);
  const lost = settled.filter((each) => each.status === "rejected").map((each) => each.reason);
  expect(lost).toHaveLength(99);
  for (const error of lost) {
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: "conflict", details: { approval: { status: won[0]?.status } } });
  }
  expect(ran("hundred")).toBe(won[0]?.status === "approved" ? 1 : 0);
  expect(await stage.rows(sql`select 1 from decisions where approval_id = ${id}`)).toHaveLength(1);
});

test("two last decisions that overlap make the run go on exactly once", async () => {
  for (let round = 0; round < 10; round += 1) {
    const names = [`left ${round}`, `right ${round}`];
    const play = await stage.begin(calls(...names.map((name) => call("erase", { name }))), says("Done."));
    const { id: runId, approvals } = await play.say("erase both");
    const settled = await whileLocked(
      stage.database,
      theRun(runId),
      approvals.map(
        ({ id }) =>
          () =>
            answer(id, "approve"),
      ),
    );
    expect(settled.map((each) => each.status)).toEqual(["fulfilled", "fulfilled"]);
    await stage.idle();
    expect(await play.run()).toMatchObject({ state: "completed", steps: [{}, {}] });
    expect(names.map(ran)).toEqual([1, 1]);
    expect(await statesTold(play)).toEqual(["running", "waiting", "running", "completed"]);
    expect(play.model.prompts).toHaveLength(2);
  }
});

test("a decision, a stop and the clock at once: one of them stands, and nothing runs unapproved", async () => {
  for (let round = 0; round < 10; round += 1) {
    const name = `contested ${round}`;
    const play = await stage.begin(calls(call("erase", { name })), says("Done."));
    const { id: runId } = await play.say("erase it");
    const { id } = await play.pending();
    const past = round % 2 === 0;
    if (past)
      await stage.rows(sql`update approvals set expires_at = now() - interval '1 second' where id = ${id}`);
    const contenders = [
      () => answer(id, "approve"),
      () => cancelRun(stage, { runId, by: owner, channel: "chat" }),
      () => expire(stage, id),
    ];
    const order = [0, 1, 2].map((n) => contenders[(n + round) % 3] ?? contenders[0]);
    await whileLocked<unknown>(
      stage.database,
      theRun(runId),
      order.filter((begin) => begin !== undefined),
    );
    await stage.idle();
    const run = await play.run();
    const status = run.approvals[0]?.status;
    expect(["completed", "cancelled"]).toContain(run.state);
    expect(past ? ["expired", "cancelled"] : ["approved", "cancelled"]).toContain(status);
    if (status !== "approved") expect(ran(name)).toBe(0);
    expect(run.calls[0]?.state).not.toBe("executing");
    expect(await stage.rows(sql`select 1 from decisions where approval_id = ${id}`)).toHaveLength(1);
  }
});
