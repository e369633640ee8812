import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Fate, fates, killedAt } from "../support/killed-at.ts";
import { decide, untilOneAsks, untilState } from "../support/runs.ts";
import { type Line, newConversation, openStage, type Play, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";
import { closeGate } from "../support/transition-gate.ts";

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const file = (name: string) => path.join(stage.workspace, name);
const moves = (play: Play, state: string) => ({
  table: "calls",
  when: `new.run_id = '${play.runId}' and new.state = '${state}'`,
});

/** For what moves before the message is answered: a script, and the conversation to which it is about to be sent. */
async function about(lines: Line[]) {
  const { text, asked } = stage.script(lines);
  const conversationId = await newConversation(stage.server());
  const send = () => stage.server().api.post(`/conversations/${conversationId}/messages`, { text });
  return { conversationId, send, asked };
}
const movesIn = (conversationId: string, state: string) => ({
  table: "calls",
  when: `new.conversation_id = '${conversationId}' and new.state = '${state}'`,
});
async function playOf(conversationId: string): Promise<{ runId: string }> {
  const { body } = await stage.server().api.get<{ run: Run }>(`/conversations/${conversationId}`);
  return { runId: body.run.id };
}

async function claims(play: Play): Promise<number> {
  const rows = await stage.sql`select 1 from audit where run_id = ${play.runId} and type = 'call.claimed'`;
  return rows.length;
}

const lines = (name: string): Line[] => [
  [{ call: "write_file", with: { path: name, content: "written" } }],
  [{ say: "Done." }],
];

/** A run whose one gated call waits for a person. */
async function writing(name: string): Promise<Play> {
  const play = await stage.begin(lines(name));
  await untilOneAsks(stage.server(), play);
  return play;
}

const approve = async (play: Play) =>
  decide(stage.server(), await untilOneAsks(stage.server(), play), "approve");

const lastAnswer = (play: Play): string[] => toolResults(play.asked().at(-1)).map(({ text }) => text);

describe.each(fates)("its transaction was %s", (fate: Fate) => {
  test("claimed: not run again by itself, or not claimed and run once", async () => {
    const name = `claim-${fate}.txt`;
    const play = await writing(name);
    await killedAt(stage, moves(play, "executing"), fate, () => approve(play));
    const run = await untilState(stage.server(), play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual([fate === "lost" ? "succeeded" : "interrupted"]);
    expect(existsSync(file(name))).toBe(fate === "lost");
    expect(await claims(play)).toBe(1);
    if (fate === "committed") expect(lastAnswer(play)[0]).toMatch(/Interrupted: .* outcome is unknown/);
  });

  test("its outcome: what ran is not run a second time", async () => {
    const name = `outcome-${fate}.txt`;
    const play = await writing(name);
    await killedAt(stage, moves(play, "succeeded"), fate, async () => {
      await approve(play);
    });
    // It ran: were it to run again, the file would come back.
    expect(readFileSync(file(name), "utf8")).toBe("written");
    rmSync(file(name));
    const run = await untilState(stage.server(), play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual([fate === "lost" ? "interrupted" : "succeeded"]);
    expect(existsSync(file(name))).toBe(false);
    expect(await claims(play)).toBe(1);
    expect(
      play
        .asked()
        .at(-1)
        ?.body.messages.filter(({ role }) => role === "tool"),
    ).toHaveLength(1);
  });

  test("its failure: told as one, or unknown, and not tried again", async () => {
    const lines = [[{ call: "calculate", with: { expression: "1 +" } }], [{ say: "Oh." }]];
    const { conversationId, send, asked } = await about(lines);
    await killedAt(stage, movesIn(conversationId, "failed"), fate, send);
    const run = await untilState(stage.server(), await playOf(conversationId), "completed");
    expect(run.calls.map(({ state }) => state)).toEqual([fate === "lost" ? "interrupted" : "failed"]);
    expect(asked()).toHaveLength(2);
    const [told] = toolResults(asked().at(-1)).map(({ text }) => text);
    if (fate === "lost") expect(told).toMatch(/^Interrupted/);
    else expect(told).toBe(run.calls[0]?.error);
  });

  test("refused with its step: nobody is asked, and the model is told once", async () => {
    const lines = [[{ call: "launch_rocket", with: {} }], [{ say: "Then not." }]];
    const { conversationId, send, asked } = await about(lines);
    await killedAt(stage, movesIn(conversationId, "denied"), fate, send);
    const run = await untilState(stage.server(), await playOf(conversationId), "completed");
    expect([run.calls.map(({ state }) => state), run.approvals]).toEqual([["denied"], []]);
    expect(asked()).toHaveLength(fate === "lost" ? 3 : 2);
    expect(toolResults(asked().at(-1)).map(({ text }) => text)).toEqual([run.calls[0]?.error]);
  });

  test("refused at the last check: refused it stays", async () => {
    const name = `changed-${fate}.txt`;
    const play = await writing(name);
    writeFileSync(file(name), "of somebody else");
    await killedAt(stage, moves(play, "denied"), fate, () => approve(play));
    const run = await untilState(stage.server(), play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["denied"]);
    expect(run.calls[0]?.error).toContain("changed since it was shown");
    expect(readFileSync(file(name), "utf8")).toBe("of somebody else");
    expect(await claims(play)).toBe(0);
  });

  test("allowed with its step: goes on, without a second step", async () => {
    const lines = [[{ call: "list_files", with: {} }], [{ say: "Done." }]];
    const { conversationId, send, asked } = await about(lines);
    await killedAt(stage, movesIn(conversationId, "allowed"), fate, send);
    const run = await untilState(stage.server(), await playOf(conversationId), "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["succeeded"]);
    expect(asked()).toHaveLength(fate === "lost" ? 3 : 2);
  });

  test("one that needs no approval, while its sibling waits: the question stays, the run goes on when it is answered", async () => {
    const name = `sibling-${fate}.txt`;
    const { conversationId, send, asked } = await about([
      [
        { call: "list_files", with: {} },
        { call: "write_file", with: { path: name, content: "written" } },
      ],
      [{ say: "Done." }],
    ]);
    await killedAt(stage, movesIn(conversationId, "succeeded"), fate, send);
    const play = await playOf(conversationId);
    const approval = await untilOneAsks(stage.server(), play);
    expect((await decide(stage.server(), approval, "approve")).status).toBe(200);
    const run = await untilState(stage.server(), play, "completed");
    const listed = fate === "lost" ? "interrupted" : "succeeded";
    expect(run.calls.map(({ state }) => state)).toEqual([listed, "succeeded"]);
    expect(asked()).toHaveLength(2);
    expect(toolResults(asked().at(-1))).toHaveLength(2);
  });

  test("taken over by one that is killed as well: interrupted once, told once", async () => {
    const name = `takeover-${fate}.txt`;
    const first = stage.server();
    // Two live here at once: one that only lost a moment is not gone.
    const second = await stage.start({ COUNTERSIGN_LEASE_SECONDS: "3" });
    const play = await stage.begin(lines(name), first);
    const approval = await untilOneAsks(first, play);
    const claim = await closeGate(stage.sql, moves(play, "executing"));
    const takeover = await closeGate(stage.sql, {
      table: "audit",
      when: `new.run_id = '${play.runId}' and new.data ->> 'takenOver' is not null`,
    });
    expect((await decide(first, approval, "approve")).status).toBe(200);
    await claim.reached();
    await first.kill("SIGKILL");
    await claim.release("committed");
    await takeover.reached();
    await second.kill("SIGKILL");
    await takeover.release(fate);
    await stage.start();
    const run = await untilState(stage.server(), play, "completed");
    expect(run.calls.map(({ state }) => state)).toEqual(["interrupted"]);
    expect(existsSync(file(name))).toBe(false);
    const ended = await stage.sql`select 1 from audit where run_id = ${play.runId} and type = 'call.ended'`;
    expect(ended).toHaveLength(1);
    expect(toolResults(play.asked().at(-1))).toHaveLength(1);
  });
});
