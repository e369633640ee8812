import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Run } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, type Problem, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { newConversation, openStage, type Play, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let server: Server;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_MAX_RUNS: "2" });
  server = stage.server();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const send = (conversationId: string, text: string) =>
  server.api.post<{ run: Run } & Problem>(`/conversations/${conversationId}/messages`, { text });

test("more runs than the instance carries: 503 with Retry-After, nothing of it is kept, and decisions still go through", async () => {
  const waiting = await stage.begin([
    [{ call: "write_file", with: { path: "load.txt", content: "" } }],
    [{ say: "Done." }],
  ]);
  const approval = await untilOneAsks(server, waiting);
  const held = Promise.withResolvers<void>();
  const running: Play[] = [];
  for (const _ of [1, 2]) running.push(await stage.begin([[{ hold: held.promise }, { say: "Done." }]]));
  await waitUntil("both are asked", () => running.every((play) => play.asked().length === 1));

  const conversationId = await newConversation(server);
  const { text, asked } = stage.script([[{ say: "Hello." }]]);
  const refused = await send(conversationId, text);
  expect([refused.status, refused.body.error.code]).toEqual([503, "unavailable"]);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await server.api.get(`/conversations/${conversationId}`)).body).toMatchObject({
    messages: [],
    run: null,
  });
  expect((await decide(server, approval, "approve")).status).toBe(200);
  await untilState(server, waiting, "completed");

  held.resolve();
  for (const play of running) await untilState(server, play, "completed");
  const taken = await waitUntil("there is a place", async () => {
    const answer = await send(conversationId, text);
    return answer.status === 202 && answer;
  });
  await untilState(server, { runId: taken.body.run.id }, "completed");
  expect(asked()).toHaveLength(1);
});

test("a crowd that comes at the same moment: no more than the instance carries get in", async () => {
  const held = Promise.withResolvers<void>();
  const conversations = await Promise.all(Array.from({ length: 30 }, () => newConversation(server)));
  const scripts = conversations.map(() => stage.script([[{ hold: held.promise }, { say: "Done." }]]));
  const answers = await Promise.all(
    conversations.map((conversationId, index) => send(conversationId, scripts[index]?.text ?? "")),
  );
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(2);
  expect(answers.filter(({ status }) => status === 503)).toHaveLength(28);
  held.resolve();
  for (const { status, body } of answers) {
    if (status === 202) await untilState(server, { runId: body.run.id }, "completed");
  }
});
