import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { decideMany } from "./decide-many.ts";
import { decisionsInputSchema } from "./schema.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const decision = { id: "some-id", decision: "approve" };

test("a batch approves and rejects; a question is answered on its own", () => {
  const problem = (...decisions: object[]) =>
    decisionsInputSchema.safeParse({ decisions }).error?.issues[0]?.path.join(".");
  expect(problem(decision, { ...decision, decision: "reject", reason: "no", argumentsDigest: "d" })).toBe(
    undefined,
  );
  expect(problem({ ...decision, decision: "answer", answers: [["a"]] })).toBe("decisions.0.decision");
  expect(problem(decision, { ...decision, answers: [["a"]] })).toBe("decisions.1");
});

test("what is wrong with one names its field", async () => {
  const play = await stage.begin(calls(call("erase", { name: "asked" })), says("Done."));
  await play.say("ask me");
  const { id } = await play.pending();
  await stage.rows(sql`update approvals set kind = 'question' where id = ${id}`);
  const results = await decideMany(stage, {
    decisions: [{ id, decision: "approve" }],
    by: owner,
    channel: "api",
  });
  expect(results).toMatchObject([{ id, ok: false, error: { code: "invalid", field: "decision" } }]);
});

test("each is decided on its own, in order, and one that is decided already stops no other", async () => {
  const names = ["one", "two", "three"];
  const play = await stage.begin(calls(...names.map((name) => call("erase", { name }))), says("Done."));
  const { approvals } = await play.say("erase all three");
  await play.answer({ decision: "reject", reason: "not two" }, 1);
  const decisions = approvals.map(({ id }) => ({ id, decision: "approve" as const }));
  const results = await decideMany(stage, {
    decisions: [{ id: "nobody", decision: "approve" }, ...decisions],
    by: owner,
    channel: "inbox",
  });
  await stage.idle();
  expect(results).toMatchObject([
    { id: "nobody", ok: false, error: { code: "not_found" } },
    { id: approvals[0]?.id, ok: true, approval: { status: "approved", decisions: [{ channel: "inbox" }] } },
    {
      id: approvals[1]?.id,
      ok: false,
      error: { code: "conflict", details: { approval: { status: "rejected" } } },
    },
    { id: approvals[2]?.id, ok: true, approval: { status: "approved" } },
  ]);
  expect(stage.toolbox.ran.sort()).toEqual(["erase one", "erase three"]);
  expect(play.model.results()).toEqual([
    '{"erased": "one"}',
    expect.stringContaining("Reason: not two"),
    '{"erased": "three"}',
  ]);
});
