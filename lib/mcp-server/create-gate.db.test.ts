import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { decide } from "../approvals/decide.ts";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { updateTool } from "../tools/update-tool.ts";
import { createClientsSeen } from "./clients-seen.ts";
import { createGate } from "./create-gate.ts";
import type { CallOutcome, Gate } from "./gate.ts";

let stage: Stage;
let gate: Gate;
beforeAll(async () => {
  stage = await openStage();
  gate = createGate(stage, "http://127.0.0.1:3000", 100);
  for (const name of ["look", "erase", "guarded_stand"]) await set(name, { exposed: true });
});
afterEach(() => stage.idle());
afterAll(() => stage.close());

const set = (name: string, patch: Parameters<typeof updateTool>[1]["patch"]) =>
  updateTool(stage, { name, patch, by: owner });
const caller = { principal: owner, client: { name: "a robot", version: "1" } };
const call = (name: string, about: string, canAsk = false) =>
  gate.request({
    name,
    arguments: { name: about },
    caller,
    canAsk,
    signal: new AbortController().signal,
  });
const pendingIn = (outcome: unknown) => outcome as Extract<CallOutcome, { kind: "pending" }>;

describe("the gate of outside callers", () => {
  it("lists what is exposed and on, by its alias, and neither more nor questions", async () => {
    const names = async () => (await gate.list()).map(({ name }) => name).sort();
    expect(await names()).toEqual(["erase", "guarded_stand", "look"]);
    await set("look", { alias: "see" });
    await set("erase", { enabled: false });
    expect(await names()).toEqual(["guarded_stand", "see"]);
    expect(await call("look", "by its own name")).toMatchObject({ kind: "error" });
    expect(await call("see", "by its alias")).toMatchObject({ kind: "result", result: "saw by its alias" });
    await set("look", { alias: null });
    await set("erase", { enabled: null });
  });

  it("answers with the approval and its address when nobody decides in time, and repeats join it", async () => {
    await set("erase", { approval: { outside: "app" } });
    const first = pendingIn(await call("erase", "in time", true));
    expect(first).toEqual({
      kind: "pending",
      approvalId: expect.any(String),
      url: `http://127.0.0.1:3000/approvals/${first.approvalId}`,
      state: "pending",
    });
    expect(await call("erase", "in time")).toEqual(first);
    await decide(stage, { id: first.approvalId, decision: "approve", by: owner, channel: "inbox" });
    await stage.idle();
    expect(await call("erase", "in time")).toMatchObject({ kind: "result", result: { erased: "in time" } });
    expect(pendingIn(await call("erase", "in time")).approvalId).not.toBe(first.approvalId);
    await set("erase", { approval: { outside: null } });
  });

  it("says that an approved call runs, and not that it waits, while it does", async () => {
    await set("guarded_stand", { approval: { outside: "client_or_app" } });
    const { approvalId } = pendingIn(await call("guarded_stand", "slow"));
    await decide(stage, { id: approvalId, decision: "approve", by: owner, channel: "inbox" });
    await stage.toolbox.door("slow").entered;
    expect(await call("guarded_stand", "slow")).toMatchObject({
      kind: "pending",
      approvalId,
      state: "executing",
    });
    stage.toolbox.door("slow").open("done");
    await stage.idle();
    expect(await call("guarded_stand", "slow")).toEqual({ kind: "result", result: "done" });
  });

  it("asks a client that can, with all of the arguments, and refuses one that cannot", async () => {
    const long = "x".repeat(5_000);
    const asked = await call("erase", long, true);
    expect(asked).toMatchObject({
      kind: "ask",
      prompt: `Approve running tool 'erase' with arguments {"name":"${long}"}?`,
    });
    expect(await call("erase", long, false)).toMatchObject({
      kind: "error",
      message: expect.stringContaining("cannot ask"),
    });
    const shown = await stage.rows<{ prompt: string }>(
      sql`select prompt from approvals where asked_of = 'client'`,
    );
    expect(shown[0]?.prompt.length).toBeLessThan(1_000);
  });

  it("tells a repeated answer what became of the call, also when its tool is not served any more", async () => {
    const answerTo = async (about: string, action: "accept" | "decline") => {
      const asked = await call("erase", about, true);
      if (asked.kind !== "ask") throw new Error(`It is ${asked.kind}.`);
      const { callId } = asked;
      const signal = new AbortController().signal;
      const send = () =>
        gate.answer({ callId, name: "erase", arguments: { name: about }, caller, action, signal });
      await send();
      return send;
    };
    const again = [await answerTo("unwanted", "decline"), await answerTo("wanted", "accept")];
    for (const exposed of [true, false]) {
      await set("erase", { exposed });
      const told = await Promise.all(again.map((send) => send()));
      expect(told).toMatchObject([
        { kind: "error", message: expect.stringMatching(/ran nothing.*Not run: the person rejected/s) },
        { kind: "error", message: expect.stringMatching(/ran nothing.*it ran, and succeeded/) },
      ]);
    }
    await set("erase", { exposed: true });
    expect(stage.toolbox.ran.filter((line) => line.endsWith("wanted"))).toEqual(["erase wanted"]);
  });

  it("forbids a repeat only where that would change nothing, and passes on what is not settled", async () => {
    const refusing = (code: ErrorCode) => {
      const query = () => Promise.reject(new AppError(code, "Something is in the way."));
      return createGate({ ...stage, database: { ...stage.database, query } }, "").request({
        name: "look",
        arguments: {},
        caller: { ...caller, client: null },
        canAsk: false,
        signal: new AbortController().signal,
      });
    };
    const message = "Not run: Something is in the way.";
    expect(await refusing("rate_limited")).toEqual({ kind: "error", message });
    expect(await refusing("forbidden")).toEqual({
      kind: "error",
      message: `${message} Do not call it again for this request.`,
    });
    await expect(refusing("unavailable")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("keeps who was there", async () => {
    const seen = await stage.rows(sql`select principal_id, name, version from mcp_clients`);
    expect(seen).toEqual([{ principal_id: "owner", name: "a robot", version: "1" }]);
  });

  it("keeps those who were there last, however many names a client has", async () => {
    const seen = createClientsSeen(stage.database);
    for (let version = 0; version < 250; version += 1) {
      await seen({ principal: owner, client: { name: "many", version: `${version}` } });
    }
    const rows = await stage.rows<{ version: string }>(sql`select version from mcp_clients`);
    const kept = rows.map(({ version }) => version);
    expect([kept.length, kept.includes("249"), kept.includes("0")]).toEqual([200, true, false]);
  });
});
