import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { decideMany } from "../approvals/decide-many.ts";
import { owner } from "../auth/principal.ts";
import { loseConnectionAt, loseNoMore } from "../db/test-lost-connection.ts";
import { recoverRuns } from "./recover.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Play, type Stage } from "./test-stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => loseNoMore(stage.database));
afterAll(() => stage.close());

async function goesOn(play: Play) {
  expect(await play.run()).toMatchObject({ state: "running", error: null });
  // Only the second look counts: at the first, it may be about to be worked on.
  expect([await recoverRuns(stage, 10), await recoverRuns(stage, 10)]).toEqual([0, 1]);
  await stage.idle();
  return play.run();
}

test("a run whose answer could not be saved, the database being away, goes on by itself", async () => {
  const play = await stage.begin(
    { says: ["Let me ", "see."], calls: [call("look", { name: "unsaved" })] },
    calls(call("look", { name: "unsaved" })),
    says("Seen."),
  );
  await loseConnectionAt(stage.database, "steps", "true");
  await play.say("go");
  expect(stage.toolbox.ran).not.toContain("look unsaved");
  expect(await goesOn(play)).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
});

test("a call whose outcome could not be saved, the database being away, is interrupted and never run again", async () => {
  const play = await stage.begin(calls(call("look", { name: "lost" })), says("Unknown."));
  await loseConnectionAt(stage.database, "calls", "new.state = 'succeeded'");
  await play.say("go");
  expect(await goesOn(play)).toMatchObject({ state: "completed", calls: [{ state: "interrupted" }] });
  expect(stage.toolbox.ran.filter((line) => line === "look lost")).toHaveLength(1);
});

test("a call that was approved and could not be claimed, the database being away, runs after all, once", async () => {
  const play = await stage.begin(calls(call("erase", { name: "unclaimed" })), says("Done."));
  await play.say("go");
  await loseConnectionAt(stage.database, "calls", "new.state = 'executing'");
  await play.answer({ decision: "approve" });
  expect(stage.toolbox.ran).not.toContain("erase unclaimed");
  expect(await goesOn(play)).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
  expect(stage.toolbox.ran.filter((line) => line === "erase unclaimed")).toHaveLength(1);
});

test("a decision among many that the database went away from says so, and can be sent again", async () => {
  const play = await stage.begin(calls(call("erase", { name: "decided twice" })), says("Done."));
  await play.say("go");
  const { id } = await play.pending();
  const approve = () =>
    decideMany(stage, { decisions: [{ id, decision: "approve" }], by: owner, channel: "api" });
  await loseConnectionAt(stage.database, "approvals", "new.status = 'approved'");
  const away = { code: "unavailable", retryAfterSeconds: 2 };
  expect(await approve()).toMatchObject([{ id, ok: false, error: away }]);
  expect(await approve()).toMatchObject([{ id, ok: true }]);
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
});
