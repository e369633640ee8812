import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approvalQuerySchema, listApprovals } from "../approvals/list.ts";
import { getConversation } from "../conversations/get.ts";
import { listConversations } from "../conversations/list.ts";
import { conversationQuerySchema, messagesQuerySchema } from "../conversations/schema.ts";
import { call, calls } from "../runs/test-model.ts";
import { openStage, type Play, type Stage } from "../runs/test-stage.ts";
import type { Executor, Row } from "./client.ts";
import { type SQL, sql } from "./sql.ts";

let stage: Stage;
let play: Play;
beforeAll(async () => {
  stage = await openStage();
  play = await stage.begin(calls(call("erase", { name: "a" })));
  await play.say("go");
});
afterAll(() => stage.close());

/** Runs each statement, and tells how it would be done on tables that are too large to be read or sorted whole. */
function explaining(): { database: Executor; plans: string[] } {
  const plans: string[] = [];
  const query = <T extends Row>(statement: SQL): Promise<T[]> =>
    stage.database.transaction(async (transaction) => {
      await transaction.query(sql`set local enable_seqscan = off`);
      await transaction.query(sql`set local enable_sort = off`);
      const lines = await transaction.query<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
      return transaction.query<T>(statement);
    });
  return { database: { query }, plans };
}

/** Of the statement that takes a page of a relation, not all of it. */
const planOf = (plans: string[], relation: string): string => {
  const plan = plans.find((each) => each.startsWith("Limit") && each.includes(` on ${relation}`));
  if (!plan) throw new Error(`No plan takes a page of ${relation}:\n${plans.join("\n\n")}`);
  return plan;
};

describe("what a page reads does not grow with what it does not show", () => {
  it("the list of conversations is read in its order", async () => {
    const { database, plans } = explaining();
    const { items } = await listConversations(database, conversationQuerySchema.parse({}));
    expect(items).toHaveLength(1);
    expect(planOf(plans, "conversations c")).toMatch(/Backward using conversations_by_recency/);
    expect(planOf(plans, "conversations c")).not.toContain("Sort Key");
  });

  it("so is the list of approvals, but for those that asked in one moment", async () => {
    const { database, plans } = explaining();
    const { items } = await listApprovals(database, approvalQuerySchema.parse({}));
    expect(items).toHaveLength(1);
    expect(planOf(plans, "approvals a")).toMatch(/Backward using approvals_by_time/);
    expect(planOf(plans, "approvals a")).toContain("Presorted Key: a.requested_at");
  });

  it("a conversation's latest run is found without its other runs", async () => {
    const { database, plans } = explaining();
    await getConversation(database, play.conversationId, messagesQuerySchema.parse({}));
    expect(planOf(plans, "runs r")).toMatch(/Backward using runs_of_conversation/);
    expect(planOf(plans, "runs r")).toContain("Presorted Key: r.started_at");
  });

  it("its steps and calls are read for the runs on the page alone", async () => {
    const { database, plans } = explaining();
    const { messages } = await getConversation(database, play.conversationId, messagesQuerySchema.parse({}));
    expect(messages).toHaveLength(2);
    const byRun = plans.filter((plan) => /Index Cond: .*conversation_id = .*run_id = ANY/.test(plan));
    expect(byRun.map((plan) => / on (steps|calls) /.exec(plan)?.[1]).sort()).toEqual(["calls", "steps"]);
  });
});
