import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { decide } from "../../approvals/decide.ts";
import { owner } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { type Instance, openStage, type Stage } from "../test-stage.ts";
import { answerOutsideCall } from "./answer-call.ts";
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

describe("a call that waits in the app", () => {
  it("is joined by repeats of the same caller, tool and arguments, and by no others", async () => {
    const first = await calls.call("joined");
    expect(first.call.state).toBe("pending");
    expect((await calls.call("joined", { on: other })).call.id).toBe(first.call.id);
    const others = [await calls.call("joined elsewhere"), await calls.call("joined", { by: "somebody" })];
    others.push(await calls.call("joined", { tool: "guarded_stand" }));
    expect(new Set([first, ...others].map(({ call: { id } }) => id)).size).toBe(4);
    expect(calls.ran("joined")).toEqual([]);
  });

  it("is one when many come at the same moment", async () => {
    const found = await Promise.all(
      Array.from({ length: 12 }, (_, index) => calls.call("crowd", { on: index % 2 ? stage : other })),
    );
    expect(new Set(found.map(({ call: { id } }) => id)).size).toBe(1);
  });

  it("runs at once where it is approved, once, and its result is read once", async () => {
    const { call: asked, approval } = await calls.call("approved");
    const answers = await Promise.allSettled([
      calls.approve(approval?.id, other),
      calls.approve(approval?.id, stage),
    ]);
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    await Promise.all([stage.idle(), other.idle()]);
    expect(calls.ran("approved")).toEqual(["erase approved"]);
    const read = await calls.call("approved");
    expect(read.call).toMatchObject({ id: asked.id, state: "succeeded", result: { erased: "approved" } });
    const again = await calls.call("approved");
    expect(again.call.id).not.toBe(asked.id);
    expect(again.call.state).toBe("pending");
    expect(calls.ran("approved")).toHaveLength(1);
  });

  it("holds its callers until it is decided, wherever that is", async () => {
    const waiting = [calls.call("held", { hold: 15_000 }), calls.call("held", { on: other, hold: 15_000 })];
    const asked = await calls.call("held");
    await calls.approve(asked.approval?.id, other);
    for (const found of await Promise.all(waiting)) {
      expect(found.call).toMatchObject({ id: asked.call.id, state: "succeeded" });
    }
  });

  it("lets a caller go that leaves, and stays", async () => {
    const leaving = new AbortController();
    const waiting = calls.call("left", { hold: 15_000, signal: leaving.signal });
    leaving.abort();
    expect((await waiting).call.state).toBe("pending");
    expect((await calls.call("left")).call.state).toBe("pending");
  });

  it("keeps its outcome from a caller that left, for the one that comes back", async () => {
    const { call: asked, approval } = await calls.call("come back");
    await calls.approve(approval?.id);
    await stage.idle();
    await calls.call("come back", { signal: AbortSignal.abort() });
    expect((await calls.call("come back")).call).toMatchObject({ id: asked.id, state: "succeeded" });
    expect((await calls.call("come back")).call.id).not.toBe(asked.id);
  });

  it("tells a rejection once, too, with the reason", async () => {
    const { call: asked, approval } = await calls.call("rejected");
    await decide(stage, {
      id: approval?.id ?? "",
      decision: "reject",
      reason: "No.",
      by: owner,
      channel: "inbox",
    });
    const told = await calls.call("rejected");
    expect(told.call).toMatchObject({
      id: asked.id,
      state: "rejected",
      error: expect.stringContaining("No."),
    });
    expect((await calls.call("rejected")).call.id).not.toBe(asked.id);
    expect(calls.ran("rejected")).toEqual([]);
  });

  it("can be read for a day", async () => {
    const { call: asked, approval } = await calls.call("old");
    await calls.approve(approval?.id);
    await stage.idle();
    const age = (hours: number) =>
      stage.rows(
        sql`update calls set ended_at = now() - ${`${hours} hours`}::interval where id = ${text(asked.id)}`,
      );
    await age(23);
    await recoverOutsideCalls(stage, 10);
    expect((await calls.stateOf(asked.id))?.open_key).not.toBeNull();
    await age(25);
    await recoverOutsideCalls(stage, 10);
    expect((await calls.call("old")).call.id).not.toBe(asked.id);
  });

  it("is not run when what it is about changed since it was shown", async () => {
    const { call: asked, approval } = await calls.call("moving");
    stage.toolbox.world.set("moving", "somewhere else");
    await calls.approve(approval?.id);
    await stage.idle();
    expect(await calls.stateOf(asked.id)).toMatchObject({ state: "denied" });
    expect(calls.ran("moving")).toEqual([]);
  });
});

describe("a call that its client is asked about", () => {
  const answer = (callId: string, more: Partial<Parameters<typeof answerOutsideCall>[1]> = {}) =>
    answerOutsideCall(stage, {
      callId,
      toolName: "erase",
      arguments: { name: "asked" },
      caller: { principal: { id: "owner", name: "owner" }, client: null },
      action: "accept",
      signal: new AbortController().signal,
      ...more,
    });

  it("is decided by the same principal, for the same tool and arguments, and by nobody in the app", async () => {
    const { call: asked, approval } = await calls.call("asked", { ask: client });
    const somebody = { principal: { id: "somebody", name: "somebody" }, client: null };
    await expect(answer(asked.id, { caller: somebody })).rejects.toMatchObject({ code: "not_found" });
    await expect(answer(asked.id, { toolName: "look" })).rejects.toMatchObject({ code: "not_found" });
    await expect(answer("none")).rejects.toMatchObject({ code: "not_found" });
    const changed = { arguments: { name: "another" } };
    await expect(answer(asked.id, changed)).rejects.toMatchObject({ code: "conflict" });
    await expect(calls.approve(approval?.id)).rejects.toMatchObject({ code: "forbidden" });
    expect(calls.ran("asked")).toEqual([]);
    expect(await answer(asked.id)).toMatchObject({ call: { state: "succeeded" }, answeredBefore: false });
    for (const action of ["accept", "decline", "cancel"] as const) {
      const again = await answer(asked.id, { action });
      expect(again).toMatchObject({ call: { state: "succeeded" }, answeredBefore: true });
    }
    expect(calls.ran("asked")).toEqual(["erase asked"]);
  });

  it("is waited for as long as it runs, and a repeated answer neither waits for it nor stops it", async () => {
    const { call: asked } = await calls.call("slow", { tool: "guarded_stand", ask: client });
    const slow = { toolName: "guarded_stand", arguments: { name: "slow" } };
    const answering = answer(asked.id, slow);
    await stage.toolbox.door("slow").entered;
    const now = Date.now;
    const anHourOn = vi.spyOn(Date, "now").mockImplementation(() => now() + 60 * 60_000);
    onTestFinished(() => anHourOn.mockRestore());
    for (const action of ["accept", "cancel"] as const) {
      const repeat = { ...slow, action, signal: AbortSignal.abort() };
      expect(await answer(asked.id, repeat)).toMatchObject({
        call: { state: "executing" },
        answeredBefore: true,
      });
    }
    stage.events.publish([{ kind: "call", callId: asked.id }]);
    const ended = vi.fn();
    void answering.then(ended);
    for (let look = 0; look < 5; look += 1) await stage.rows(sql`select 1`);
    expect(ended).not.toHaveBeenCalled();
    stage.toolbox.door("slow").open("at last");
    expect((await answering).call).toMatchObject({ state: "succeeded", result: "at last" });
  });

  it("is never asked in the app's stead, nor joined", async () => {
    const [one, two] = await Promise.all([
      calls.call("twice", { ask: client }),
      calls.call("twice", { ask: client }),
    ]);
    expect(one?.call.id).not.toBe(two?.call.id);
    const nowhere = await calls.call("nowhere", { ask: { kind: "nowhere" } });
    expect(nowhere).toMatchObject({ call: { state: "denied" }, approval: null });
  });

  it("runs what needs no approval at once, and stops it when the caller leaves", async () => {
    expect((await calls.call("at once", { tool: "look", ask: client })).call).toMatchObject({
      result: "saw at once",
    });
    const leaving = new AbortController();
    const running = calls.call("long", { tool: "stand", ask: client, signal: leaving.signal });
    await stage.toolbox.door("long").entered;
    leaving.abort();
    const { call: left } = await running;
    await stage.idle();
    expect(await calls.stateOf(left.id)).toMatchObject({ state: "interrupted" });
    expect(stage.toolbox.door("long").aborted).toBe(true);
  });
});
