import { afterAll, beforeAll, expect, test } from "vitest";
import { call, calls, says } from "../runs/test-model.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import { approvalQuerySchema, getApproval, listApprovals } from "./list.ts";

let stage: Stage;
let plays: Play[];
beforeAll(async () => {
  stage = await openStage();
  const erase = (name: string) => call("erase", { name });
  plays = [
    await stage.begin(calls(erase("a"), erase("b"), erase("c"))),
    await stage.begin(calls(call("guarded_stand", { name: "d" })), says("Well.")),
  ];
  for (const play of plays) await play.say("go");
  await plays[1]?.answer({ decision: "reject" });
});
afterAll(() => stage.close());

const list = (query: Record<string, string>) =>
  listApprovals(stage.database, approvalQuerySchema.parse(query));

test("filters by status, conversation, tool and risk, with the total of what fits", async () => {
  expect(await list({})).toMatchObject({ total: 4, nextCursor: null });
  expect(await list({ status: "pending" })).toMatchObject({ total: 3 });
  expect(await list({ tool: "guarded_stand" })).toMatchObject({ total: 1, items: [{ status: "rejected" }] });
  expect(await list({ conversation: plays[0]?.conversationId ?? "" })).toMatchObject({ total: 3 });
  expect(await list({ risk: "L0" })).toMatchObject({ total: 0, items: [] });
});

test("pages through everything once, newest first", async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await list({ limit: "1", ...(cursor ? { cursor } : {}) });
    expect(page.total).toBe(4);
    seen.push(...page.items.map((approval) => approval.id));
    cursor = page.nextCursor;
  } while (cursor);
  expect(seen).toEqual((await list({})).items.map((approval) => approval.id));
  expect(new Set(seen).size).toBe(4);
});

test("those of one step come in the order of its calls, also from page to page", async () => {
  const conversation = plays[0]?.conversationId ?? "";
  const whole = await list({ conversation });
  expect(whole.items.map((approval) => approval.arguments)).toEqual([
    { name: "a" },
    { name: "b" },
    { name: "c" },
  ]);
  const first = await list({ conversation, limit: "2" });
  const second = await list({ conversation, limit: "2", cursor: first.nextCursor ?? "" });
  expect([...first.items, ...second.items]).toEqual(whole.items);
});

test("refuses a cursor that it did not give, and an approval that is not there", async () => {
  await expect(list({ cursor: "yesterday" })).rejects.toMatchObject({ code: "invalid", field: "cursor" });
  await expect(getApproval(stage.database, "nobody")).rejects.toMatchObject({ code: "not_found" });
});
