import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { onServer } from "../db/test-database.ts";
import { failUpdatesOf } from "../db/test-failing-row.ts";
import { recoverRuns } from "./recover.ts";
import { saveRun } from "./start.ts";
import { call, calls, says } from "./test-model.ts";
import { theRun, whileLocked } from "./test-overlap.ts";
import { type Instance, openStage, type Stage } from "./test-stage.ts";

let stage: Stage;
let other: Instance;
beforeAll(async () => {
  stage = await openStage();
  other = await stage.another();
});
afterAll(() => stage.close());

const beat = (instanceId: string, ago: string) =>
  stage.rows(sql`
    insert into instances (id, beat_at) values (${instanceId}, now() - ${ago}::text::interval)
    on conflict (id) do update set beat_at = excluded.beat_at`);

/** A run that an instance had begun when it died: nobody drives it. */
async function orphan(sentence: string) {
  const play = await stage.begin(says(sentence));
  const words = { conversationId: play.conversationId, text: "hello", by: { id: "p", name: "P" } };
  const started = await saveRun({ database: stage.database, instanceId: "gone" }, words);
  return { id: started?.runId ?? "" };
}
const stateOf = async ({ id }: { id: string }) =>
  (await stage.rows<{ state: string }>(sql`select state from runs where id = ${id}`))[0]?.state;

test("a run that cannot be taken over keeps no other waiting, nor one that somebody holds", async () => {
  const broken = await orphan("broken");
  const held = await orphan("held");
  const fine = await orphan("fine");
  await failUpdatesOf(stage.database, "runs", broken.id);
  const [passed] = await whileLocked(stage.database, theRun(held.id), [() => recoverRuns(other, 10)]);
  // The embedded database has one session: there nobody holds a run meanwhile.
  expect(passed).toEqual({ status: "fulfilled", value: onServer ? 1 : 2 });
  await recoverRuns(other, 10);
  await other.idle();
  expect(await Promise.all([broken, held, fine].map(stateOf))).toEqual(["running", "completed", "completed"]);
  await stage.rows(sql`drop trigger fail_on_purpose on runs`);
  expect(await recoverRuns(other, 10)).toBe(1);
  await other.idle();
});

test("no more runs are taken over than there is room for, and one where there is none", async () => {
  const runs = [await orphan("first"), await orphan("second"), await orphan("third")];
  expect(await recoverRuns(other, 10, 2)).toBe(2);
  await other.idle();
  expect(await Promise.all(runs.map(stateOf))).toEqual(["completed", "completed", "running"]);
  const door = stage.toolbox.door("full");
  const play = await stage.begin(calls(call("stand", { name: "full" })), says("Done."));
  await beat(stage.instanceId, "0 seconds");
  await play.begin("go");
  await door.entered;
  expect(await recoverRuns(stage, 10, 1)).toBe(1);
  door.open("stood");
  await stage.idle();
  expect(await Promise.all(runs.map(stateOf))).toEqual(["completed", "completed", "completed"]);
});

test("a takeover that only interrupts a call of a waiting run is told, and nobody drives the run", async () => {
  const play = await stage.begin(
    calls(call("stand", { name: "sibling of a question" }), call("erase", { name: "asked" })),
  );
  const runId = await play.begin("go");
  await stage.toolbox.door("sibling of a question").entered;
  await beat(stage.instanceId, "1 minute");
  const told: string[] = [];
  const publish: typeof other.events.publish = (events) => {
    told.push(...events.map(({ kind }) => kind));
    other.events.publish(events);
  };
  expect(await recoverRuns({ ...other, events: { ...other.events, publish } }, 10)).toBe(1);
  expect(told).toEqual(["fenced", "recorded", "stream"]);
  expect(await play.run()).toMatchObject({
    state: "waiting",
    calls: [{ state: "interrupted" }, { state: "pending" }],
  });
  expect(other.working.has(runId)).toBe(false);
  stage.working.fence(runId, 2);
  await stage.idle();
});
