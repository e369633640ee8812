import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { compile } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { decideMany } from "./decide-many.ts";
import { decisionsInputSchema } from "./schema.ts";

let stage: Stage;
let answers = 0;
beforeAll(async () => {
  stage = await openStage((database) => ({
    ...database,
    query: (statement) => {
      if (compile(statement).text.includes("insert into decisions")) answers += 1;
      return database.query(statement);
    },
  }));
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

test("those of one run go through the door together; a second answer to one is told which stands", async () => {
  const names = ["a", "b", "c"];
  const play = await stage.begin(calls(...names.map((name) => call("erase", { name }))), says("Done."));
  const { approvals } = await play.say("erase a, b and c");
  const [first, ...others] = approvals.map(({ id }) => id);
  answers = 0;
  const results = await decideMany(stage, {
    decisions: [
      ...[first, ...others].map((id) => ({ id: id ?? "", decision: "approve" as const })),
      { id: first ?? "", decision: "reject" },
    ],
    by: owner,
    channel: "chat",
  });
  await stage.idle();
  expect(answers).toBe(2);
  expect(results.map(({ ok }) => ok)).toEqual([true, true, true, false]);
  expect(results[3]?.error).toMatchObject({
    code: "conflict",
    details: { approval: { status: "approved" } },
  });
  expect(play.model.results()).toEqual(names.map((name) => `{"erased": "${name}"}`));
});

test("of many that answer the same ones at once each is decided once, and the run goes on once", async () => {
  const names = ["x", "y", "z"];
  const play = await stage.begin(calls(...names.map((name) => call("erase", { name }))), says("Done."));
  const { approvals } = await play.say("erase x, y and z");
  const ids = approvals.map(({ id }) => id);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      decideMany(stage, {
        decisions: (index % 2 === 0 ? ids : ids.toReversed()).map((id) => ({ id, decision: "approve" })),
        by: owner,
        channel: "chat",
      }),
    ),
  );
  await stage.idle();
  for (const id of ids) {
    expect(results.flat().filter((result) => result.id === id && result.ok)).toHaveLength(1);
  }
  expect(stage.toolbox.ran.filter((ran) => names.some((name) => ran === `erase ${name}`)).sort()).toEqual(
    names.map((name) => `erase ${name}`),
  );
  expect(await play.run()).toMatchObject({ state: "completed" });
});
