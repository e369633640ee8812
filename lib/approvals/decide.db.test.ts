import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import { decide } from "./decide.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

async function asked(name: string): Promise<Play> {
  const play = await stage.begin(calls(call("erase", { name })), says("Done."));
  await play.say(`erase ${name}`);
  return play;
}

const ran = (name: string) => stage.toolbox.ran.filter((line) => line === `erase ${name}`).length;
const pass = (approvalId: string) =>
  stage.rows(sql`update approvals set expires_at = now() - interval '1 second' where id = ${approvalId}`);

test("an approval says who decided what, when, why and where", async () => {
  const play = await asked("a note");
  const decided = await play.answer({ decision: "approve", reason: "  it is backed up " });
  expect(decided).toMatchObject({
    status: "approved",
    decisions: [
      { by: owner, decision: "approve", reason: "it is backed up", answers: null, channel: "chat" },
    ],
  });
  expect(play.model.results()).toEqual([
    '[The person who approved added: "it is backed up"]\n{"erased": "a note"}',
  ]);
});

test("a rejection keeps its reason, and an empty one is none", async () => {
  const play = await asked("empty reason");
  const decided = await play.answer({ decision: "reject", reason: "   " });
  expect(decided).toMatchObject({ status: "rejected", decisions: [{ decision: "reject", reason: null }] });
  expect(play.model.results()[0]).toContain("No reason was given.");
});

test("a decision about other arguments decides nothing", async () => {
  const play = await asked("digest");
  const approval = await play.pending();
  await expect(play.answer({ decision: "approve", argumentsDigest: "sha256:other" })).rejects.toMatchObject({
    code: "conflict",
    details: { approval: { id: approval.id, status: "pending" } },
  });
  expect(ran("digest")).toBe(0);
  await play.answer({ decision: "approve", argumentsDigest: approval.argumentsDigest });
  expect(ran("digest")).toBe(1);
});

test("a second decision is told which one stands, and changes nothing", async () => {
  const play = await asked("twice");
  await play.answer({ decision: "reject", reason: "no" });
  await expect(play.answer({ decision: "approve" })).rejects.toMatchObject({
    code: "conflict",
    message: "Already decided: rejected.",
    details: { approval: { status: "rejected", decisions: [{ decision: "reject", reason: "no" }] } },
  });
  expect(ran("twice")).toBe(0);
});

test("a late click expires the approval, and the run goes on with that", async () => {
  const play = await asked("late");
  const { id } = await play.pending();
  await pass(id);
  await expect(play.answer({ decision: "approve" })).rejects.toMatchObject({
    code: "expired",
    details: { approval: { status: "expired", decisions: [{ decision: "expire", by: { id: "clock" } }] } },
  });
  await stage.idle();
  expect(ran("late")).toBe(0);
  expect(await play.run()).toMatchObject({ state: "completed", calls: [{ state: "expired" }] });
  expect(play.model.results()[0]).toContain("Not run: nobody answered in time");
  await expect(play.answer({ decision: "approve" })).rejects.toMatchObject({ code: "expired" });
});

test("an approval that is not there is not found", async () => {
  const unknown = decide(stage, { id: "nobody", decision: "approve", by: owner, channel: "api" });
  await expect(unknown).rejects.toMatchObject({ code: "not_found" });
});

test("a reason that cannot be stored is stored with what can be", async () => {
  const play = await asked("reason");
  const decided = await play.answer({ decision: "reject", reason: "no\u0000, \ud800 never" });
  expect(decided.decisions[0]?.reason).toBe("no\ufffd, \ufffd never");
});

test("each decision has its audit row, written by the same transaction", async () => {
  for (const decision of ["approve", "reject"] as const) {
    const play = await asked(`audit ${decision}`);
    const { id } = await play.answer({ decision });
    const rows = await stage.rows(sql`
      select a.type, a.actor, a.state, a.data->>'decision' as decision, a.at = d.at as together
      from audit a join decisions d on d.approval_id = a.approval_id
      where a.approval_id = ${id} and a.type = 'approval.decided'`);
    const state = decision === "approve" ? "approved" : "rejected";
    expect(rows).toEqual([{ type: "approval.decided", actor: "owner", state, decision, together: true }]);
  }
});

test("a decision whose audit row cannot be written is not made", async () => {
  const play = await asked("no audit");
  await stage.rows(
    sql`alter table audit add constraint refuse_decisions check (type <> 'approval.decided') not valid`,
  );
  try {
    await expect(play.answer({ decision: "approve" })).rejects.toThrow();
  } finally {
    await stage.rows(sql`alter table audit drop constraint refuse_decisions`);
  }
  expect(await play.pending()).toMatchObject({ decisions: [] });
  expect(ran("no audit")).toBe(0);
  expect(await play.run()).toMatchObject({ state: "waiting" });
});
