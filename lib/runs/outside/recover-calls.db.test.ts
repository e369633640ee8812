import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { expire } from "../../approvals/decide.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { type Instance, openStage, type Stage } from "../test-stage.ts";
import { answerOutsideCall } from "./answer-call.ts";
import type { FoundCall } from "./find-call.ts";
import { recoverOutsideCalls } from "./recover-calls.ts";
import { client, outsideCallsOf } from "./test-calls.ts";

let stage: Stage;
let other: Instance;
let calls: ReturnType<typeof outsideCallsOf>;
beforeAll(async () => {
  stage = await openStage();
  other = await stage.another();
  calls = outsideCallsOf(stage);
});
afterEach(async () => {
  await stage.idle();
  await other.idle();
});
afterAll(() => stage.close());

describe("an instance that is gone", () => {
  it("leaves an unknown outcome, cancelled questions, and approved calls that go on elsewhere, once", async () => {
    const gone = await stage.another();
    void calls.call("claimed", { tool: "stand", on: gone, ask: client });
    await stage.toolbox.door("claimed").entered;
    const asked = await calls.call("its question", { on: gone, ask: client });
    const waiting = await calls.call("waits in the app", { on: gone });
    const approved = await calls.call("approved there", { on: gone });
    await stage.rows(
      sql`update approvals set status = 'approved' where id = ${text(approved.approval?.id ?? "")}`,
    );
    await stage.rows(sql`update calls set state = 'approved' where id = ${text(approved.call.id)}`);
    await stage.rows(sql`insert into decisions (approval_id, by_id, by_name, decision, channel, arguments_digest, at)
      values (${text(approved.approval?.id ?? "")}, 'owner', 'Owner', 'approve', 'inbox',
        ${text(approved.call.arguments_digest)}, now() - interval '6 seconds')`);
    await Promise.all([recoverOutsideCalls(stage, 10), recoverOutsideCalls(other, 10)]);
    await Promise.all([stage.idle(), other.idle()]);
    expect(await calls.stateOf(asked.call.id)).toMatchObject({ state: "cancelled" });
    expect(await calls.stateOf(waiting.call.id)).toMatchObject({ state: "pending" });
    expect(await calls.stateOf(approved.call.id)).toMatchObject({ state: "succeeded" });
    expect(calls.ran("approved there")).toEqual(["erase approved there"]);
    const [claimed] = await stage.rows<{ id: string; state: string }>(
      sql`select id, state from calls where position('"claimed"' in arguments) > 0`,
    );
    expect(claimed?.state).toBe("interrupted");
    // What it brings after all goes to the record only.
    stage.toolbox.door("claimed").open("late");
    await gone.idle();
    expect(await calls.stateOf(claimed?.id ?? "")).toMatchObject({ state: "interrupted" });
    const late = await stage.rows(
      sql`select 1 from audit where type = 'call.late_result' and call_id = ${text(claimed?.id ?? "")}`,
    );
    expect(late).toHaveLength(1);
  });
});

describe("a call that its client approved, and nobody claimed", () => {
  /** Stops between its answer and the claim. */
  const silent = (instance: Instance): Instance => ({
    ...instance,
    events: { ...instance.events, takeCall: () => {} },
  });
  const approveAt = async (name: string, instance: Instance, asked: FoundCall) => {
    const leaving = new AbortController();
    const answering = answerOutsideCall(silent(instance), {
      callId: asked.call.id,
      toolName: "erase",
      arguments: { name },
      caller: { principal: { id: "owner", name: "owner" }, client: null },
      action: "accept",
      signal: leaving.signal,
    });
    leaving.abort();
    expect((await answering).call).toMatchObject({ state: "approved", owner: instance.instanceId });
    await stage.rows(sql`update decisions set at = now() - interval '6 seconds'
      where approval_id = ${text(asked.approval?.id ?? "")}`);
  };
  const beat = (instance: Instance) =>
    stage.rows(sql`insert into instances (id, beat_at) values (${text(instance.instanceId)}, now())
      on conflict (id) do update set beat_at = excluded.beat_at`);
  const expectNotRun = async (name: string, id: string) => {
    await Promise.all([stage.idle(), other.idle()]);
    const rows = await stage.rows(sql`select state, error, owner from calls where id = ${text(id)}`);
    expect(rows).toEqual([
      { state: "cancelled", error: expect.stringMatching(/^Not run: the server stopped/), owner: null },
    ]);
    const audit = await stage.rows(
      sql`select type, state from audit where call_id = ${text(id)} order by sequence desc limit 1`,
    );
    expect(audit).toEqual([{ type: "call.ended", state: "cancelled" }]);
    expect(calls.ran(name)).toEqual([]);
  };

  it("is not run by another instance when the one that took the answer is gone", async () => {
    const gone = await stage.another();
    await beat(stage);
    const asked = await calls.call("accepted there", { ask: client });
    await approveAt("accepted there", gone, asked);
    await Promise.all([recoverOutsideCalls(stage, 10), recoverOutsideCalls(other, 10)]);
    await expectNotRun("accepted there", asked.call.id);
  });

  it("is left alone while the instance that took the answer lives, and ended by it when it lost it", async () => {
    const asked = await calls.call("accepted here", { ask: client });
    await approveAt("accepted here", other, asked);
    await beat(other);
    await recoverOutsideCalls(stage, 10);
    expect(await calls.stateOf(asked.call.id)).toMatchObject({ state: "approved" });
    await recoverOutsideCalls(other, 10);
    await expectNotRun("accepted here", asked.call.id);
  });
});

describe("an outcome that could not be saved", () => {
  it("is unknown, once nobody here works on the call any more", async () => {
    const { call: asked } = await calls.call("unsaved");
    const claim = (ago: string) =>
      stage.rows(sql`
        update calls set state = 'executing', owner = ${text(stage.instanceId)}, started_at = now() - ${ago}::interval
        where id = ${text(asked.id)}`);
    await claim("1 second");
    await recoverOutsideCalls(stage, 10);
    expect(await calls.stateOf(asked.id)).toMatchObject({ state: "executing" });
    await claim("6 seconds");
    await recoverOutsideCalls(stage, 10);
    expect(await calls.stateOf(asked.id)).toMatchObject({ state: "interrupted" });
    expect(calls.ran("unsaved")).toEqual([]);
  });

  it("is not touched while it is worked on", async () => {
    const running = calls.call("slow", { tool: "stand", ask: client });
    await stage.toolbox.door("slow").entered;
    await stage.rows(sql`
      update calls set started_at = now() - interval '6 seconds'
      where state = 'executing' and owner = ${text(stage.instanceId)}`);
    await stage.rows(sql`
      insert into instances (id, beat_at) values (${text(stage.instanceId)}, now())
      on conflict (id) do update set beat_at = excluded.beat_at`);
    await recoverOutsideCalls(stage, 10);
    stage.toolbox.door("slow").open("at last");
    expect((await running).call).toMatchObject({ state: "succeeded", result: "at last" });
  });
});

describe("a call that is over without having run", () => {
  const answerOf = (action: "decline" | "cancel") => async (name: string, asked: FoundCall) => {
    await answerOutsideCall(stage, {
      callId: asked.call.id,
      toolName: "erase",
      arguments: { name },
      caller: { principal: { id: "owner", name: "owner" }, client: null },
      action,
      signal: new AbortController().signal,
    });
  };
  const isLate = async (_: string, { approval }: FoundCall) => {
    const id = approval?.id ?? "";
    await stage.rows(
      sql`update approvals set expires_at = now() - interval '1 second' where id = ${text(id)}`,
    );
    await expire(stage, id);
  };

  it.each([
    ["rejected", answerOf("decline")],
    ["cancelled", answerOf("cancel")],
    ["expired", isLate],
  ])("is owned by nobody, and no sweep reads it: %s", async (state, end) => {
    const asked = await calls.call(state, { ask: client });
    expect(asked.call.owner).toBe(stage.instanceId);
    await end(state, asked);
    const rows = await stage.rows(sql`select state, owner from calls where id = ${text(asked.call.id)}`);
    expect(rows).toEqual([{ state, owner: null }]);
  });
});
