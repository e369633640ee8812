import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";

let stage: Stage;
let server: Server;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const write = (name: string, content = "as asked") => ({ call: "write_file", with: { path: name, content } });
const inWorkspace = (name: string) => path.join(stage.workspace, name);
const asking = (name: string): Promise<Play> => stage.begin([[write(name)], [{ say: "Done." }]]);

test("it waits until it is approved, and what was stored is what runs", async () => {
  const play = await asking("stored.txt");
  const approval = await untilOneAsks(server, play);
  expect(approval).toMatchObject({
    arguments: { path: "stored.txt", content: "as asked" },
    status: "pending",
  });
  expect(existsSync(inWorkspace("stored.txt"))).toBe(false);
  expect(play.asked()).toHaveLength(1);
  await decide(server, approval, "approve", { argumentsDigest: approval.argumentsDigest });
  await untilState(server, play, "completed");
  expect(readFileSync(inWorkspace("stored.txt"), "utf8")).toBe("as asked");
});

describe("changed arguments", () => {
  test("a decision about other arguments than the stored ones decides nothing", async () => {
    const play = await asking("digest.txt");
    const approval = await untilOneAsks(server, play);
    for (const argumentsDigest of ["", "0".repeat(64), approval.argumentsDigest.toUpperCase()]) {
      const { status, body } = await decide(server, approval, "approve", { argumentsDigest });
      expect([status, body.error.details?.approval]).toEqual([409, approval]);
    }
    expect(await readRun(server, play)).toMatchObject({ state: "waiting", calls: [{ state: "pending" }] });
    expect(existsSync(inWorkspace("digest.txt"))).toBe(false);
    await decide(server, approval, "reject");
    await untilState(server, play, "completed");
  });

  test("a decision that brings arguments of its own is refused", async () => {
    const play = await asking("brought.txt");
    const approval = await untilOneAsks(server, play);
    for (const field of ["arguments", "answers", "remember", "acknowledgeRisk", "state", "callId"]) {
      const { status, body } = await decide(server, approval, "approve", { [field]: { path: "other.txt" } });
      expect([status, body.error.field]).toEqual([422, field]);
    }
    expect((await readRun(server, play)).approvals).toEqual([approval]);
    await decide(server, approval, "reject");
    await untilState(server, play, "completed");
  });

  test("arguments that were changed where they are stored do not run", async () => {
    const play = await asking("tampered.txt");
    const approval = await untilOneAsks(server, play);
    const other = JSON.stringify({ path: "tampered.txt", content: "of an attacker" });
    await stage.sql`update calls set arguments = ${other} where id = ${approval.callId}`;
    await decide(server, approval, "approve", { argumentsDigest: approval.argumentsDigest });
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "denied" }]);
    expect(existsSync(inWorkspace("tampered.txt"))).toBe(false);
  });

  test("nor do those that were changed together with their digest after the approval", async () => {
    const play = await stage.begin([[write("first.txt"), write("second.txt")], [{ say: "Done." }]]);
    const [first, second] = await untilAsked(server, play, 2);
    await decide(server, first ?? { id: "" }, "approve");
    await stage.sql`
      update calls set arguments = other.arguments, arguments_digest = other.arguments_digest
      from calls other where calls.id = ${first?.callId ?? ""} and other.id = ${second?.callId ?? ""}`;
    await decide(server, second ?? { id: "" }, "reject");
    const run = await untilState(server, play, "completed");
    expect(run.calls).toMatchObject([{ state: "denied" }, { state: "rejected" }]);
    expect(existsSync(inWorkspace("first.txt"))).toBe(false);
    expect(existsSync(inWorkspace("second.txt"))).toBe(false);
  });
});

test("an approval is for its own call: neither the sibling nor the same call again runs with it", async () => {
  const play = await stage.begin([
    [write("one.txt"), write("two.txt")],
    [write("two.txt"), write("one.txt", "once more")],
    [{ say: "Done." }],
  ]);
  const [one, two] = await untilAsked(server, play, 2);
  await decide(server, two ?? { id: "" }, "reject");
  await decide(server, one ?? { id: "" }, "approve");
  // The first of the second step was rejected in this run and is not asked again; the other one is.
  const again = await untilOneAsks(server, play);
  expect(again.arguments).toEqual({ path: "one.txt", content: "once more" });
  expect(readFileSync(inWorkspace("one.txt"), "utf8")).toBe("as asked");
  await decide(server, again, "reject");
  const run = await untilState(server, play, "completed");
  expect(run.calls.map(({ state }) => state)).toEqual(["succeeded", "rejected", "denied", "rejected"]);
  expect(readFileSync(inWorkspace("one.txt"), "utf8")).toBe("as asked");
  expect(existsSync(inWorkspace("two.txt"))).toBe(false);
});

test("what was shown has changed since: the approved call does not run", async () => {
  writeFileSync(inWorkspace("shown.txt"), "as shown");
  const play = await asking("shown.txt");
  const approval = await untilOneAsks(server, play);
  expect(approval.preview?.text).toContain("-as shown");
  writeFileSync(inWorkspace("shown.txt"), "changed");
  await decide(server, approval, "approve");
  const run = await untilState(server, play, "completed");
  expect(run.calls[0]).toMatchObject({
    state: "denied",
    error: expect.stringContaining("changed since it was shown"),
  });
  expect(readFileSync(inWorkspace("shown.txt"), "utf8")).toBe("changed");
});

test("a tool that was switched off since does not run, approved or not", async () => {
  const play = await asking("switched-off.txt");
  const approval = await untilOneAsks(server, play);
  await server.api.patch("/tools/write_file", { enabled: false });
  await decide(server, approval, "approve");
  const run = await untilState(server, play, "completed");
  await server.api.patch("/tools/write_file", { enabled: null });
  expect(run.calls).toMatchObject([{ state: "denied" }]);
  expect(existsSync(inWorkspace("switched-off.txt"))).toBe(false);
});

test("a gate that is taken away while a call asks does not let that call through", async () => {
  const play = await asking("ungated.txt");
  const approval = await untilOneAsks(server, play);
  await server.api.patch("/tools/write_file", { approval: { mode: "disabled" } });
  const next = await stage.begin([[write("next.txt")], [{ say: "Done." }]]);
  await untilState(server, next, "completed");
  await server.api.patch("/tools/write_file", { approval: { mode: "required" } });
  expect(existsSync(inWorkspace("next.txt"))).toBe(true);
  expect((await readRun(server, play)).state).toBe("waiting");
  expect(existsSync(inWorkspace("ungated.txt"))).toBe(false);
  await decide(server, approval, "reject");
  await untilState(server, play, "completed");
});

test("a call that is marked as approved where it is stored, without an approval, is not run", async () => {
  const play = await asking("forged.txt");
  const approval = await untilOneAsks(server, play);
  await stage.sql`update calls set state = 'approved' where id = ${approval.callId}`;
  await stage.sql`update runs set state = 'running', open = 0, owner = 'nobody', epoch = epoch + 1 where id = ${play.runId}`;
  const run = await untilState(server, play, "completed");
  expect(run.calls).toMatchObject([{ state: "denied", error: expect.stringContaining("no approval") }]);
  expect(existsSync(inWorkspace("forged.txt"))).toBe(false);
  expect(
    await stage.sql`select 1 from audit where call_id = ${approval.callId} and type = 'call.claimed'`,
  ).toEqual([]);
  // What the forger left behind is nobody's promise.
  await stage.sql`delete from approvals where id = ${approval.id}`;
  await stage.sql`delete from calls where id = ${approval.callId}`;
});
