import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("an approved call whose ground changed does not run, and card and model say so", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "moving" }), call("erase", { name: "still" })),
    says("I will look again."),
  );
  await play.say("erase both");
  await play.answer({ decision: "approve" }, 0);
  stage.toolbox.world.set("moving", "something else");
  await play.answer({ decision: "approve" }, 1);
  const run = await play.run();
  expect(run.state).toBe("completed");
  expect(run.calls.map((each) => each.state)).toEqual(["denied", "succeeded"]);
  expect(run.calls[0]?.error).toContain("changed since it was shown");
  expect(play.model.results()).toEqual([
    expect.stringContaining("changed since it was shown"),
    '{"erased": "still"}',
  ]);
  expect(stage.toolbox.ran).toEqual(["erase still"]);
});

test("a run goes on when the last check refuses all that was approved", async () => {
  const play = await stage.begin(calls(call("erase", { name: "alone" })), says("Then not."));
  await play.say("erase it");
  stage.toolbox.world.set("alone", "changed");
  await play.answer({ decision: "approve" });
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "denied" }] });
});

test("a call in whose row the arguments were changed behind the approval does not run", async () => {
  const play = await stage.begin(calls(call("erase", { name: "harmless" })), says("Then not."));
  const { calls: made } = await play.say("erase it");
  await stage.rows(sql`update calls set arguments = '{"name":"everything"}' where id = ${made[0]?.id}`);
  await play.answer({ decision: "approve" });
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "denied" }] });
  expect(stage.toolbox.ran).not.toContain("erase everything");
});

test("a call whose row says approved without an approval that says so is never claimed", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "forged" }), call("erase", { name: "genuine" })),
    says("Done."),
  );
  const { calls: made } = await play.say("erase both");
  await stage.rows(sql`update calls set state = 'approved' where id = ${made[0]?.id}`);
  await stage.rows(sql`update runs set open = 1 where id = ${made[0]?.runId}`);
  await play.answer({ decision: "approve" }, 1);
  expect(stage.toolbox.ran).not.toContain("erase forged");
  expect(stage.toolbox.ran).toContain("erase genuine");
});
