import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { breakOff } from "./break-off.ts";
import { claimCalls } from "./claim-calls.ts";
import { endRun } from "./end-run.ts";
import { createRunStreams } from "./run-streams.ts";
import { saveResults } from "./save-results.ts";
import { saveStep } from "./save-step.ts";
import { call, calls, says } from "./test-model.ts";
import { openStage, type Stage } from "./test-stage.ts";
import { FencedError } from "./working-runs.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("whoever believes in an older epoch writes nothing, even on the same instance", async () => {
  const door = stage.toolbox.door("owned");
  const play = await stage.begin(calls(call("guarded_stand", { name: "owned" })), says("Done."));
  const { id: runId, calls: made } = await play.say("go");
  const answering = play.answer({ decision: "approve" });
  await door.entered;
  const everything = () =>
    stage.rows(sql`
      select to_jsonb(r) as run, (select jsonb_agg(to_jsonb(c)) from calls c where c.run_id = r.id) as calls,
        (select count(*)::int from steps where run_id = r.id) as steps,
        (select count(*)::int from stream_log where run_id = r.id) as log
      from runs r where r.id = ${runId}`);
  const before = await everything();
  expect(before).toMatchObject([{ run: { epoch: 2, owner: stage.instanceId } }]);

  const old = { runId, conversationId: play.conversationId, epoch: 1 };
  const stream = createRunStreams().open(runId, 1);
  const step = { index: 1, parts: [], finishReason: "stop", cutOff: false, notices: [] };
  const outcome = {
    id: made[0]?.id ?? "",
    state: "succeeded" as const,
    result: 1,
    error: null,
    counted: false,
  };
  const ending = { state: "completed" as const, error: null, step, workingMilliseconds: 0, chunks: [] };
  await expect(saveStep(stage, old, stream, { ...step, calls: [], workingMilliseconds: 0 })).rejects.toThrow(
    FencedError,
  );
  await expect(saveResults(stage, old, stream, 0, [outcome], [], 0)).rejects.toThrow(FencedError);
  await expect(endRun(stage, old, stream, ending)).rejects.toThrow(FencedError);
  expect(await claimCalls(stage, old, [{ id: outcome.id, state: "denied", error: "no" }])).toEqual([]);
  await breakOff(stage, old);
  expect(await everything()).toEqual(before);

  door.open("stood");
  await answering;
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ state: "succeeded", result: "stood" }],
  });
});
