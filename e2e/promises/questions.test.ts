import { existsSync } from "node:fs";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Approval } from "../../lib/approvals/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, type Problem, readRun, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { toolResults } from "../support/tool-results.ts";

const colour = { question: "Which colour?", choices: ["red", "blue"] };
const sizes = { question: "Which sizes?", choices: ["S", "M", "L"], multiple: true };
const free = { question: "What name?" };

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const ask = (...questions: unknown[]) =>
  stage.begin([[{ call: "ask_user", with: { questions } }], [{ say: "Thank you." }]]);
const answer = (approval: { id: string }, answers: unknown, server: Server = stage.server()) =>
  server.api.post<Approval & Problem>(`/approvals/${approval.id}/decision`, { decision: "answer", answers });
const told = (play: { asked: () => Parameters<typeof toolResults>[0][] }) =>
  toolResults(play.asked()[1])[0]?.text ?? "";

test("a question is shown as it was asked, and its answers are the result, in order", async () => {
  const play = await ask(colour, sizes, free);
  const approval = await untilOneAsks(stage.server(), play);
  expect(approval).toMatchObject({
    kind: "question",
    tool: { name: "ask_user", risk: "L0" },
    arguments: { questions: [colour, sizes, free] },
    because: ["The agent has a question."],
    status: "pending",
  });
  const answers = [["blue"], ["S", "L"], ["Ada"]];
  const decided = await answer(approval, answers);
  expect(decided.body).toMatchObject({ status: "approved", decisions: [{ decision: "answer", answers }] });
  const run = await untilState(stage.server(), play, "completed");
  const result = [colour, sizes, free].map(({ question }, index) => ({ question, answers: answers[index] }));
  expect(run.calls).toMatchObject([{ state: "succeeded", result }]);
  expect(JSON.parse(told(play))).toEqual(result);
});

test("answers that do not fit are refused, and the question stays", async () => {
  const play = await ask(colour, sizes);
  const approval = await untilOneAsks(stage.server(), play);
  for (const answers of [
    undefined,
    [],
    [["red"]],
    [["red"], ["S"], ["more"]],
    [["red", "blue"], ["S"]],
    [["red"], ["S", "S"]],
    [["red"], ["mine", "and mine"]],
    ["red", "S"],
    [["red"], [7]],
    [["red"], []],
    [["\u0000"], ["S"]],
    [["red".repeat(100_000)], ["S"]],
  ]) {
    const { status, body } = await answer(approval, answers);
    expect([answers?.[0], status]).toEqual([answers?.[0], 422]);
    expect(body.error.code).toBe("invalid");
  }
  expect((await decide(stage.server(), approval, "approve")).status).toBe(422);
  expect((await readRun(stage.server(), play)).approvals).toMatchObject([
    { status: "pending", decisions: [] },
  ]);
  // Words of one's own are an answer, also beside choices.
  expect((await answer(approval, [["green"], ["S", "XL"]])).status).toBe(200);
  await untilState(stage.server(), play, "completed");
  expect(JSON.parse(told(play))).toMatchObject([{ answers: ["green"] }, { answers: ["S", "XL"] }]);
  expect((await answer(approval, [["red"], ["S"]])).status).toBe(409);
});

test("declined: the model is told that, and not that something was not run", async () => {
  const play = await ask(free);
  await decide(stage.server(), await untilOneAsks(stage.server(), play), "reject", { reason: "None of it." });
  await untilState(stage.server(), play, "completed");
  expect(told(play)).toMatch(/^Not answered: .*None of it\./s);
});

test.each([
  ["no questions", { questions: [] }],
  ["nothing at all", {}],
  ["a question without words", { questions: [{ question: "" }] }],
  ["words that are no question", { questions: "Which?" }],
  ["more than a person would read", { questions: Array.from({ length: 11 }, () => free) }],
  ["a question with something hidden", { questions: [{ ...free, approve: true }] }],
])("%s: refused to the model, and shown to nobody", async (_, input) => {
  const play = await stage.begin([[{ call: "ask_user", with: input }], [{ say: "Oh." }]]);
  const run = await untilState(stage.server(), play, "completed");
  expect(run.approvals).toEqual([]);
  expect(run.calls).toMatchObject([{ state: "denied" }]);
  expect(told(play)).toMatch(/^Not run: invalid arguments/);
});

test("no flag turns it off, and it is not for clients outside", async () => {
  const { api } = stage.server();
  for (const [field, patch] of [
    ["approval.mode", { approval: { mode: "disabled" } }],
    ["approval.prompt", { approval: { prompt: "May it?" } }],
    ["exposed", { exposed: true }],
  ] as const) {
    const refused = await api.patch<Problem>("/tools/ask_user", patch);
    expect([refused.status, refused.body.error.field]).toEqual([422, field]);
  }
  const defaults = await api.patch("/tools/ask_user", { approval: { mode: null, prompt: null } });
  expect(defaults.body).toMatchObject({ alwaysAsks: true, approval: { mode: "required", prompt: null } });
  const play = await ask(free);
  await answer(await untilOneAsks(stage.server(), play), [["Ada"]]);
  await untilState(stage.server(), play, "completed");
});

test("typed words of consent answer no question: they are a message", async () => {
  const play = await ask(colour);
  const approval = await untilOneAsks(stage.server(), play);
  for (const text of ["yes", "approve", "no", "reject", "approve all"]) {
    const sent = await stage.server().api.post(`/conversations/${play.conversationId}/messages`, { text });
    expect([text, sent.status, Object.keys(Object(sent.body))]).toEqual([text, 202, ["queued"]]);
  }
  const named = await stage
    .server()
    .api.post(`/conversations/${play.conversationId}/messages`, { text: "yes", approvals: [approval.id] });
  expect(named.status).toBe(409);
  expect((await readRun(stage.server(), play)).approvals).toMatchObject([{ status: "pending" }]);
  await stage.server().api.delete(`/conversations/${play.conversationId}/queued`);
  await answer(approval, [["red"]]);
  await untilState(stage.server(), play, "completed");
});

test("with a question and an approval waiting, a typed yes is for the approval alone", async () => {
  const play = await stage.begin([
    [
      { call: "ask_user", with: { questions: [colour] } },
      { call: "write_file", with: { path: "typed.txt", content: "" } },
    ],
    [{ say: "Done." }],
  ]);
  const waiting = await untilAsked(stage.server(), play, 2);
  const sent = await stage
    .server()
    .api.post<{ decided: Approval[] }>(`/conversations/${play.conversationId}/messages`, { text: "yes" });
  expect([sent.status, sent.body.decided.map(({ tool }) => tool.name)]).toEqual([200, ["write_file"]]);
  const question = waiting.find(({ kind }) => kind === "question");
  expect((await readRun(stage.server(), play)).state).toBe("waiting");
  await answer({ id: question?.id ?? "" }, [["red"]]);
  await untilState(stage.server(), play, "completed");
  expect(existsSync(path.join(stage.workspace, "typed.txt"))).toBe(true);
  expect(toolResults(play.asked()[1])).toHaveLength(2);
});

test("it survives like an approval: every server killed, one started, answered, gone on with", async () => {
  const play = await ask(colour, free);
  const approval = await untilOneAsks(stage.server(), play);
  await stage.server().kill("SIGKILL");
  const server = await stage.start();
  expect(await untilOneAsks(server, play)).toMatchObject({ id: approval.id, kind: "question" });
  await answer(approval, [["blue"], ["Grace"]], server);
  await untilState(server, play, "completed");
  expect(JSON.parse(told(play))).toMatchObject([{ answers: ["blue"] }, { answers: ["Grace"] }]);
});

test("many answers at the same moment: one counts", async () => {
  const play = await ask(colour);
  const approval = await untilOneAsks(stage.server(), play);
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => answer(approval, [[`colour ${index}`]])),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  await untilState(stage.server(), play, "completed");
});
