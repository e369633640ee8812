import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Fate, fates, killedAt } from "../support/killed-at.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import { newConversation, openStage, type Play, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (name: string) => [
  [{ call: "write_file", with: { path: name, content: "written" } }],
  [{ say: "Done." }],
];
const exists = (name: string) => existsSync(path.join(stage.workspace, name));
const becomes = (play: Play, status: string) => ({
  table: "approvals",
  when: `new.run_id = '${play.runId}' and new.status = '${status}'`,
});

async function asking(name: string): Promise<Play> {
  const play = await stage.begin(lines(name));
  await untilOneAsks(stage.server(), play);
  return play;
}

describe.each(fates)("its transaction was %s", (fate: Fate) => {
  test("asked: the question is there with what it asked, once", async () => {
    const conversationId = await newConversation(stage.server());
    const { text, asked } = stage.script(lines(`asked-${fate}.txt`));
    const transition = { table: "approvals", when: `new.conversation_id = '${conversationId}'` };
    const send = () => stage.server().api.post(`/conversations/${conversationId}/messages`, { text });
    await killedAt(stage, transition, fate, send);
    const { body } = await stage.server().api.get<{ run: Run }>(`/conversations/${conversationId}`);
    const play = { runId: body.run.id };
    const approval = await untilOneAsks(stage.server(), play);
    expect(approval.arguments).toEqual({ path: `asked-${fate}.txt`, content: "written" });
    expect((await decide(stage.server(), approval, "approve")).status).toBe(200);
    const run = await untilState(stage.server(), play, "completed");
    expect(run.approvals).toHaveLength(1);
    expect(exists(`asked-${fate}.txt`)).toBe(true);
    expect(asked()).toHaveLength(fate === "lost" ? 3 : 2);
  });

  test.each(["approve", "reject"] as const)("decided (%s): it stands, or is still open", async (decision) => {
    const name = `${decision}-${fate}.txt`;
    const play = await asking(name);
    const approval = await untilOneAsks(stage.server(), play);
    const status = decision === "approve" ? "approved" : "rejected";
    await killedAt(stage, becomes(play, status), fate, () =>
      decide(stage.server(), approval, decision, { reason: "first" }),
    );
    const again = await decide(stage.server(), approval, decision, { reason: "again" });
    expect(again.status).toBe(fate === "lost" ? 200 : 409);
    const run = await untilState(stage.server(), play, "completed");
    const reason = fate === "lost" ? "again" : "first";
    expect(run.approvals[0]).toMatchObject({ status, decisions: [{ decision, reason }] });
    expect(exists(name)).toBe(decision === "approve");
    expect(play.asked()).toHaveLength(2);
  });

  test("a question, answered: the answer stands, or the question is still open", async () => {
    const questions = [{ question: "Which colour?", choices: ["red", "blue"] }];
    const play = await stage.begin([[{ call: "ask_user", with: { questions } }], [{ say: "Thank you." }]]);
    const approval = await untilOneAsks(stage.server(), play);
    const answer = (word: string) =>
      stage
        .server()
        .api.post(`/approvals/${approval.id}/decision`, { decision: "answer", answers: [[word]] });
    await killedAt(stage, becomes(play, "approved"), fate, () => answer("red"));
    expect((await answer("blue")).status).toBe(fate === "lost" ? 200 : 409);
    const run = await untilState(stage.server(), play, "completed");
    const answers = [[fate === "lost" ? "blue" : "red"]];
    expect(run.approvals).toMatchObject([
      { status: "approved", decisions: [{ decision: "answer", answers }] },
    ]);
    expect(run.calls).toMatchObject([{ state: "succeeded", result: [{ answers: answers[0] }] }]);
    expect(play.asked()).toHaveLength(2);
  });

  test("expired: not run, and told", async () => {
    const name = `expired-${fate}.txt`;
    const play = await asking(name);
    const approval = await untilOneAsks(stage.server(), play);
    await killedAt(stage, becomes(play, "expired"), fate, async () => {
      await stage.sql`update approvals set expires_at = now() where id = ${approval.id}`;
    });
    const run = await untilState(stage.server(), play, "completed");
    expect(run.approvals[0]).toMatchObject({ status: "expired", decisions: [{ decision: "expire" }] });
    expect((await decide(stage.server(), approval, "approve")).status).toBe(410);
    expect(exists(name)).toBe(false);
    expect(toolResults(play.asked()[1])[0]?.text).toContain("Not run: nobody answered in time");
  });

  test("stopped: cancelled with its question, or waiting still", async () => {
    const name = `stopped-${fate}.txt`;
    const play = await asking(name);
    const approval = await untilOneAsks(stage.server(), play);
    await killedAt(stage, becomes(play, "cancelled"), fate, () =>
      stage.server().api.post(`/runs/${play.runId}/cancel`),
    );
    const run = await readRun(stage.server(), play);
    const left = fate === "lost" ? ["waiting", "pending"] : ["cancelled", "cancelled"];
    expect([run.state, run.approvals[0]?.status]).toEqual(left);
    expect((await decide(stage.server(), approval, "reject")).status).toBe(fate === "lost" ? 200 : 409);
    await untilState(stage.server(), play, "completed", "cancelled");
    expect(exists(name)).toBe(false);
  });

  test("rejected by a message that is sent now: all of it, or nothing", async () => {
    const name = `now-${fate}.txt`;
    const play = await asking(name);
    const { text } = stage.script([[{ say: "Something else." }]]);
    const conversation = `/conversations/${play.conversationId}`;
    await killedAt(stage, becomes(play, "rejected"), fate, () =>
      stage.server().api.post(`${conversation}/messages`, { text, sendNow: true }),
    );
    if (fate === "lost") {
      expect((await readRun(stage.server(), play)).state).toBe("waiting");
      const again = await stage.server().api.post(`${conversation}/messages`, { text, sendNow: true });
      expect(again.status).toBe(202);
    }
    const { body } = await stage.server().api.get<{ run: Run }>(conversation);
    expect(body.run.id).not.toBe(play.runId);
    await untilState(stage.server(), { runId: body.run.id }, "completed");
    expect((await readRun(stage.server(), play)).approvals[0]).toMatchObject({
      status: "rejected",
      decisions: [{ reason: text }],
    });
    expect(exists(name)).toBe(false);
  });
});
