import { afterAll, beforeAll, expect, test } from "vitest";
import { decide } from "../approvals/decide.ts";
import { sql } from "../db/sql.ts";
import { claimCalls } from "./claim-calls.ts";
import { recoverRuns } from "./recover.ts";
import { createRunStreams } from "./run-streams.ts";
import { saveResults } from "./save-results.ts";
import { saveRun } from "./start.ts";
import { call, calls, says } from "./test-model.ts";
import { type Instance, openStage, type Stage, typesShown, wordsShown } from "./test-stage.ts";
import { FencedError } from "./working-runs.ts";

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
/** As it stands when an instance dies between saving the step and its claim. */
async function unclaim(runId: string, toolName: string, { open }: { open: number }): Promise<void> {
  stage.working.fence(runId, 2);
  await stage.idle();
  await stage.rows(sql`
    update calls set state = 'allowed', started_at = null, ended_at = null, error = null
    where run_id = ${runId} and tool_name = ${toolName}`);
  await stage.rows(sql`
    update runs set open = ${open}, executing = 1, owner = ${stage.instanceId}, ended_at = null, error = null,
      state = ${open > 1 ? "waiting" : "running"}
    where id = ${runId}`);
}
const epochOf = async (runId: string) =>
  (await stage.rows<{ epoch: number }>(sql`select epoch from runs where id = ${runId}`))[0]?.epoch ?? 0;

test("an instance whose heartbeat is fresh keeps its runs", async () => {
  const door = stage.toolbox.door("fresh");
  const play = await stage.begin(calls(call("stand", { name: "fresh" })), says("Done."));
  await play.begin("go");
  await door.entered;
  await beat(stage.instanceId, "1 second");
  expect(await recoverRuns(other, 10)).toBe(0);
  door.open("stood");
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "succeeded" }] });
});

test("what was claimed is interrupted and never run again, what was not goes on, and the old owner changes nothing", async () => {
  const door = stage.toolbox.door("lost");
  const play = await stage.begin(
    calls(call("guarded_stand", { name: "lost" }), call("erase", { name: "after" })),
    says("One is unknown."),
  );
  const { id: runId, calls: made } = await play.say("go");
  await play.answer({ decision: "reject" }, 1);
  const answering = play.answer({ decision: "approve" }, 0);
  await door.entered;
  const oldEpoch = await epochOf(runId);
  await beat(stage.instanceId, "1 minute");
  expect(await recoverRuns(other, 10)).toBe(1);
  await other.idle();
  const standing = await play.run();
  expect(standing).toMatchObject({
    state: "completed",
    calls: [{ state: "interrupted" }, { state: "rejected" }],
  });
  expect(play.model.results()[0]).toContain("Interrupted: the call had started, and its outcome is unknown");

  // The old owner was only slow, and wakes: its result is on record, and changes nothing.
  const claim = { runId, conversationId: play.conversationId, epoch: oldEpoch };
  const stream = createRunStreams().open(runId, oldEpoch);
  const late = {
    id: made[0]?.id ?? "",
    state: "succeeded" as const,
    result: "late",
    error: null,
    counted: false,
  };
  await expect(saveResults(stage, claim, stream, 0, [late], [], 0)).rejects.toThrow(FencedError);
  expect(
    await claimCalls(stage, claim, [{ id: made[1]?.id ?? "", state: "executing", error: null }]),
  ).toEqual([]);
  // Embedded, nobody tells one instance of another: there are none.
  stage.working.fence(runId, await epochOf(runId));
  await answering;
  expect(await play.run()).toEqual(standing);
  expect(
    await stage.rows(
      sql`select type, state from audit where call_id = ${late.id} and type like 'call.%' order by sequence`,
    ),
  ).toEqual([
    { type: "call.claimed", state: "executing" },
    { type: "call.ended", state: "interrupted" },
    { type: "call.late_result", state: "succeeded" },
  ]);
  expect(stage.toolbox.ran.filter((line) => line === "stand lost")).toHaveLength(1);
});

test("an approved call that nobody had claimed yet runs after the takeover, once", async () => {
  const play = await stage.begin(calls(call("erase", { name: "unclaimed" })), says("Done."));
  const { id: runId, approvals } = await play.say("go");
  // The instance that takes the last answer is gone before it goes on: only the row says so.
  const events = { ...stage.events, take: () => {} };
  const gone = { database: stage.database, events, instanceId: "gone" };
  await decide(gone, {
    id: approvals[0]?.id ?? "",
    decision: "approve",
    by: { id: "p", name: "P" },
    channel: "api",
  });
  expect(await play.run()).toMatchObject({ state: "running", calls: [{ state: "approved" }] });
  for (const { instanceId } of [stage, other]) await beat(instanceId, "0 seconds");
  const taken = await Promise.all([recoverRuns(other, 10), recoverRuns(stage, 10)]);
  expect(taken.reduce((sum, n) => sum + n)).toBe(1);
  await Promise.all([other.idle(), stage.idle()]);
  expect(await play.run()).toMatchObject({ id: runId, state: "completed", calls: [{ state: "succeeded" }] });
  expect(stage.toolbox.ran.filter((line) => line === "erase unclaimed")).toHaveLength(1);
});

test("an approved call of a step in which somebody is still asked waits for that answer, also after a takeover", async () => {
  const play = await stage.begin(
    calls(
      call("stand", { name: "lost sibling" }),
      call("erase", { name: "decided first" }),
      call("erase", { name: "decided last" }),
    ),
    says("All done."),
  );
  const runId = await play.begin("go");
  await stage.toolbox.door("lost sibling").entered;
  await unclaim(runId, "stand", { open: 3 });
  await play.answer({ decision: "approve" }, 0);
  await beat(stage.instanceId, "1 minute");
  expect(await recoverRuns(other, 10)).toBe(1);
  stage.toolbox.door("lost sibling").open("stood");
  await other.idle();
  expect(await play.run()).toMatchObject({
    state: "waiting",
    calls: [{ state: "succeeded" }, { state: "approved" }, { state: "pending" }],
  });
  await play.answer({ decision: "approve" }, 1);
  await other.idle();
  expect(await play.run()).toMatchObject({
    state: "completed",
    calls: [{ state: "succeeded" }, { state: "succeeded" }, { state: "succeeded" }],
  });
  for (const name of ["decided first", "decided last"]) {
    expect(stage.toolbox.ran.filter((line) => line === `erase ${name}`)).toHaveLength(1);
  }
});

test("a flag that is raised before the claim counts: what nobody was asked about is not run", async () => {
  const play = await stage.begin(
    calls(call("stand", { name: "flagged" })),
    says("Fenced."),
    says("Then not."),
  );
  const runId = await play.begin("go");
  await stage.toolbox.door("flagged").entered;
  await unclaim(runId, "stand", { open: 1 });
  await stage.rows(sql`insert into tool_settings (tool_name, approval_mode) values ('stand', 'required')`);
  await beat(stage.instanceId, "1 minute");
  expect(await recoverRuns(other, 10)).toBe(1);
  await other.idle();
  await stage.rows(sql`delete from tool_settings where tool_name = 'stand'`);
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "denied" }] });
  expect(play.model.results()).toEqual([
    expect.stringContaining("a person has set that 'stand' needs approval"),
  ]);
  expect(stage.toolbox.ran.filter((line) => line === "stand flagged")).toHaveLength(1);
});

test("a call that says approved without an approval is denied, and the run goes on", async () => {
  const play = await stage.begin(calls(call("erase", { name: "forged" })), says("Then not."));
  const { id: runId } = await play.say("go");
  await stage.rows(sql`update calls set state = 'approved' where run_id = ${runId}`);
  await stage.rows(
    sql`update runs set open = 0, state = 'running', owner = ${stage.instanceId} where id = ${runId}`,
  );
  await beat(stage.instanceId, "1 minute");
  await recoverRuns(other, 10);
  await other.idle();
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "denied" }] });
  expect(stage.toolbox.ran).not.toContain("erase forged");
});

test("a partial answer is kept and marked as cut off; a reader of what was never saved gets a reset", async () => {
  const spoken = Promise.withResolvers<void>();
  const play = await stage.begin(
    { says: ["The answer ", "is forty"], until: spoken.promise },
    says("The answer is forty-two."),
  );
  const runId = await play.begin("what is it");
  const stream = await untilShown(runId, "is forty");
  // What the log had when the instance died: the first words only.
  await stage.rows(sql`
    insert into stream_log (run_id, epoch, first, last, step, chunks)
    select ${runId}, 1, 0, 3, 0, ${JSON.stringify(
      stream.entries
        .filter((e) => !e.transient)
        .slice(0, 4)
        .map((e) => (e.chunk.type === "start" ? "start" : e.chunk)),
    )}::text::json`);
  const seen = `1-${stream.next - 1}`;
  await beat(stage.instanceId, "1 minute");
  expect(await recoverRuns(other, 10)).toBe(1);
  await other.idle();
  const steps = await stage.rows(sql`select text, cut_off from steps where run_id = ${runId} order by index`);
  expect(steps).toEqual([
    { text: "The answer ", cut_off: true },
    { text: "The answer is forty-two.", cut_off: false },
  ]);
  spoken.resolve();
  await stage.idle();
  const resumed = await play.stream(seen, other);
  expect(typesShown(resumed)[0]).toBe("data-reset");
  expect(wordsShown(resumed)).toBe("The answer The answer is forty-two.");
  expect(resumed.some(({ chunk }) => chunk.type === "data-notice")).toBe(true);
  const kept = await play.stream("1-3", other);
  expect(wordsShown(kept)).toBe("The answer is forty-two.");
});

test("a run of this very instance that nobody drives any more is taken up again", async () => {
  const play = await stage.begin(says("Here I am."));
  const words = { conversationId: play.conversationId, text: "hello", by: { id: "p", name: "P" } };
  const started = await saveRun(stage, words);
  expect(started).not.toBeNull();
  await beat(stage.instanceId, "0 seconds");
  // At the first look it may be about to be driven.
  expect(await recoverRuns(stage, 10)).toBe(0);
  expect(await recoverRuns(stage, 10)).toBe(1);
  await stage.idle();
  const [run] = await stage.rows(sql`select state from runs where id = ${started?.runId}`);
  expect(run).toEqual({ state: "completed" });
});

test("a run that waits for people belongs to nobody and is left alone", async () => {
  const play = await stage.begin(calls(call("erase", { name: "waiting" })));
  const { id: runId } = await play.say("go");
  await beat(stage.instanceId, "1 hour");
  expect(await recoverRuns(other, 10)).toBe(0);
  expect(await epochOf(runId)).toBe(1);
});

async function untilShown(runId: string, words: string) {
  for (;;) {
    const stream = stage.streams.find(runId);
    if (stream && wordsShown(stream.entries).endsWith(words)) return stream;
    await new Promise<void>((resolve) => {
      const stop = stage.streams.listen(runId, () => {
        stop();
        resolve();
      });
    });
  }
}
