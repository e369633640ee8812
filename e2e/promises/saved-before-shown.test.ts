import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { listen, listenToEvents, mentions } from "../support/listen.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import { newConversation, openStage, type Stage } from "../support/stage.ts";
import { closeGate } from "../support/transition-gate.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let server: Server;
let other: Server;

beforeAll(async () => {
  stage = await openStage();
  server = stage.server();
  other = await stage.start();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const lines = (name: string) => [
  [{ say: "Let me see. " }, { call: "write_file", with: { path: name, content: "written" } }],
  [{ say: "Done." }],
];

test("a card appears, here and on another instance, only after its row is committed", async () => {
  const events = [await listenToEvents(server), await listenToEvents(other)];
  const conversationId = await newConversation(server);
  const gate = await closeGate(stage.sql, {
    table: "approvals",
    when: `new.conversation_id = '${conversationId}'`,
  });
  const play = await stage.say(conversationId, lines("card.txt"), server);
  const streams = [listen(server, `/runs/${play.runId}/stream`), listen(other, `/runs/${play.runId}/stream`)];
  await waitUntil("the words are shown", () => streams.some((stream) => mentions(stream, "Let")));
  await gate.reached();
  for (const each of [server, other]) {
    expect(await readRun(each, play)).toMatchObject({ state: "running", calls: [], approvals: [] });
    const { body } = await each.api.get<{ total: number }>(`/approvals?conversation=${conversationId}`);
    expect(body.total).toBe(0);
  }
  for (const listener of [...streams, ...events]) {
    for (const words of ["write_file", "approval.requested", "tool-approval-request", "data-call"]) {
      expect(mentions(listener, words)).toBe(false);
    }
  }
  await gate.release("committed");
  await waitUntil("the card is shown", () =>
    streams.every((listener) => mentions(listener, "tool-approval-request")),
  );
  await waitUntil("the events tell", () =>
    events.every((listener) => mentions(listener, "approval.requested")),
  );
  await Promise.all([...streams, ...events].map(({ leave }) => leave()));
});

test("a step that could not be saved was never shown; the run takes it again, and shows that", async () => {
  const conversationId = await newConversation(server);
  const gate = await closeGate(stage.sql, {
    table: "approvals",
    when: `new.conversation_id = '${conversationId}'`,
  });
  const play = await stage.say(conversationId, lines("unsaved.txt"), server);
  const stream = listen(server, `/runs/${play.runId}/stream`);
  await gate.reached();
  await gate.release("lost");
  const approval = await untilOneAsks(server, play);
  await waitUntil("the card is shown", () => mentions(stream, approval.id));
  await stream.leave();
  const cards = stream.shown.filter(({ data }) => data.includes("data-call"));
  expect(cards.filter(({ data }) => !data.includes(approval.callId))).toEqual([]);
  expect(stream.shown.filter(({ data }) => data.includes("tool-input-available"))).toHaveLength(1);
  expect(play.asked()).toHaveLength(2);
});

test("a decision shows as made only after the server took it", async () => {
  const play = await stage.begin(lines("decision.txt"));
  const approval = await untilOneAsks(server, play);
  const events = [await listenToEvents(server), await listenToEvents(other)];
  const gate = await closeGate(stage.sql, { table: "approvals", when: `new.run_id = '${play.runId}'` });
  let answered = false;
  const deciding = decide(server, approval, "approve").finally(() => {
    answered = true;
  });
  await gate.reached();
  for (const each of [server, other]) {
    expect((await each.api.get(`/approvals/${approval.id}`)).body).toEqual(approval);
    expect((await readRun(each, play)).state).toBe("waiting");
  }
  expect(answered).toBe(false);
  for (const listener of events) expect(mentions(listener, approval.id)).toBe(false);
  expect(play.asked()).toHaveLength(1);
  await gate.release("committed");
  expect((await deciding).status).toBe(200);
  await waitUntil("the events tell", () => events.every((listener) => mentions(listener, approval.id)));
  await untilState(server, play, "completed");
  await Promise.all(events.map(({ leave }) => leave()));
});

test("a message is taken only when it is saved", async () => {
  const conversationId = await newConversation(server);
  const { text, asked } = stage.script([[{ say: "Hello." }]]);
  const gate = await closeGate(stage.sql, {
    table: "messages",
    when: `new.conversation_id = '${conversationId}' and new.role = 'user'`,
  });
  let answered = false;
  const sending = server.api.post(`/conversations/${conversationId}/messages`, { text }).finally(() => {
    answered = true;
  });
  await gate.reached();
  expect([answered, asked().length]).toEqual([false, 0]);
  await gate.release("lost");
  expect((await sending).status).toBe(503);
  expect((await server.api.get(`/conversations/${conversationId}`)).body).toMatchObject({
    messages: [],
    run: null,
  });
  expect(asked()).toHaveLength(0);
});
