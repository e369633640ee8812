import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { compile, type Row } from "../db/client.ts";
import { type SQL, sql } from "../db/sql.ts";
import { getRun } from "./get-run.ts";
import { retryRun } from "./retry.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
/** The next statement that contains this fails, as a lost connection would. */
let failing: string | null = null;
beforeAll(async () => {
  stage = await openStage((database) => ({
    ...database,
    query: async <T extends Row>(statement: SQL) => {
      if (failing !== null && compile(statement).text.includes(failing)) {
        failing = null;
        throw new Error("the connection is lost");
      }
      return database.query<T>(statement);
    },
  }));
});
afterAll(() => stage.close());

const savesAnOutcome = "set state = j.state, result = j.result";
const savesAStep = "insert into steps";

test("an outcome that cannot be saved does not take a sibling with it that still runs", async () => {
  const play = await stage.begin(
    calls(call("stand", { name: "unsaved" }), call("stand", { name: "sibling" })),
    says("Never said."),
  );
  await play.begin("go");
  const doors = ["unsaved", "sibling"].map((name) => stage.toolbox.door(name));
  await Promise.all(doors.map(({ entered }) => entered));
  failing = savesAnOutcome;
  doors[0]?.open("lost");
  await expect.poll(() => failing).toBeNull();
  expect(doors[1]?.aborted).toBe(false);
  doors[1]?.open("stood");
  await stage.idle();
  expect(await play.run()).toMatchObject({
    state: "failed",
    calls: [{ state: "interrupted" }, { state: "succeeded", result: "stood" }],
  });
});

test("what was approved in a run that broke off runs in its retry, or never: not after the next message", async () => {
  const play = await stage.begin(calls(call("erase", { name: "left over" })), says("Going on."));
  await play.say("go");
  failing = "claimed as";
  await play.answer({ decision: "approve" });
  const failed = await play.run();
  expect(failed).toMatchObject({ state: "failed", calls: [{ state: "approved" }] });
  expect(await play.say("something else")).toMatchObject({ state: "completed" });
  expect(JSON.stringify(play.model.prompts[1])).toContain(
    "Not run: the run failed before this approved call started",
  );
  expect(await getRun(stage.database, failed.id)).toMatchObject({
    state: "failed",
    calls: [{ state: "cancelled" }],
  });
  await expect(retryRun(stage, { runId: failed.id, by: owner })).rejects.toMatchObject({ code: "conflict" });
  expect(stage.toolbox.ran).not.toContain("erase left over");
});

test("the words of a step that cannot be saved stay, marked as cut off, and a retry goes on from there", async () => {
  const play = await stage.begin(
    { says: ["Let me ", "see."], calls: [call("look", { name: "after words" })] },
    calls(call("look", { name: "after words" })),
    says("Seen."),
  );
  failing = savesAStep;
  const run = await play.say("go");
  expect(run).toMatchObject({ state: "failed", error: { code: "internal" }, calls: [] });
  const steps = () =>
    stage.rows(
      sql`select text, cut_off from steps where conversation_id = ${play.conversationId} order by index`,
    );
  expect(await steps()).toEqual([{ text: "Let me see.", cut_off: true }]);
  expect(stage.toolbox.ran).not.toContain("look after words");

  await retryRun(stage, { runId: run.id, by: owner });
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
  expect(await steps()).toEqual([
    { text: "Let me see.", cut_off: true },
    { text: "", cut_off: false },
    { text: "Seen.", cut_off: false },
  ]);
});
