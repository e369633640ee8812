import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "../../lib/runs/schema.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Fate, fates, killedAt } from "../support/killed-at.ts";
import { readRun, untilState } from "../support/runs.ts";
import type { Reply } from "../support/scripted-provider.ts";
import { newConversation, openStage, type Stage } from "../support/stage.ts";

type Conversation = {
  run: Run | null;
  queued: { text: string } | null;
  messages: { role: string; parts: { type: string; text?: string; data?: { kind?: string } }[] }[];
};

const forever = new Promise<never>(() => undefined);

let stage: Stage;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "1" });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const send = (conversationId: string, text: string) =>
  stage.server().api.post<{ run: Run }>(`/conversations/${conversationId}/messages`, { text });

async function read(conversationId: string): Promise<Conversation> {
  return (await stage.server().api.get<Conversation>(`/conversations/${conversationId}`)).body;
}

async function untilCompleted(conversationId: string): Promise<Conversation> {
  const { run } = await read(conversationId);
  if (!run) throw new Error("The conversation has no run.");
  await untilState(stage.server(), { runId: run.id }, "completed");
  return read(conversationId);
}

const wordsOf = ({ messages }: Conversation) =>
  messages.map(({ parts }) => parts.flatMap(({ type, text }) => (type === "text" ? [text] : [])).join("|"));
const noticesOf = ({ messages }: Conversation) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap(({ type, data }) => (type === "data-notice" ? [data?.kind] : [])),
  );

const written = (conversationId: string, state: string) => ({
  table: "runs",
  when: `new.conversation_id = '${conversationId}' and new.state = '${state}'`,
});

describe.each(fates)("its transaction was %s", (fate: Fate) => {
  test("started: answered by another instance, or never sent and sent again", async () => {
    const conversationId = await newConversation(stage.server());
    const { text, asked } = stage.script([[{ say: "Hello." }]]);
    await killedAt(stage, written(conversationId, "running"), fate, () => send(conversationId, text));
    if (fate === "lost") {
      expect(await read(conversationId)).toMatchObject({ run: null, messages: [] });
      expect((await send(conversationId, text)).status).toBe(202);
    }
    expect(wordsOf(await untilCompleted(conversationId))).toEqual([text, "Hello."]);
    expect(asked()).toHaveLength(1);
  });

  test("in the middle of an answer: what was saved of it is kept and marked, and the answer comes again", async () => {
    const conversationId = await newConversation(stage.server());
    const word = randomUUID();
    const broken: Reply = [
      { say: `${word} two three four five six`, millisecondsPerWord: 100 },
      { hold: forever },
    ];
    let times = 0;
    const { text, asked } = stage.script([
      () => {
        times += 1;
        return times === 1 ? broken : [{ say: "Seven." }];
      },
    ]);
    await killedAt(stage, { table: "stream_log", when: `new.chunks::text like '%${word}%'` }, fate, () =>
      send(conversationId, text),
    );
    const conversation = await untilCompleted(conversationId);
    const [, answer] = wordsOf(conversation);
    if (fate === "lost") expect(answer).toBe("Seven.");
    else expect(answer).toMatch(new RegExp(`^${word} .*\\|Seven\\.$`));
    expect(noticesOf(conversation)).toEqual(fate === "lost" ? [] : ["cut-off"]);
    expect(asked()).toHaveLength(2);
    // What was cut off is no turn of the model's: it is asked the same again.
    expect(asked()[1]?.body.messages).toEqual(asked()[0]?.body.messages);
  });

  test("completed: ended once", async () => {
    const conversationId = await newConversation(stage.server());
    const { text, asked } = stage.script([[{ say: "Hello." }]]);
    await killedAt(stage, written(conversationId, "completed"), fate, () => send(conversationId, text));
    expect(wordsOf(await untilCompleted(conversationId))).toEqual([text, "Hello."]);
    expect(asked()).toHaveLength(fate === "lost" ? 2 : 1);
  });

  test("completed with a message in the queue: sent once", async () => {
    const conversationId = await newConversation(stage.server());
    const held = Promise.withResolvers<void>();
    const first = stage.script([[{ hold: held.promise }, { say: "First." }]]);
    const second = stage.script([[{ say: "Second." }]]);
    await send(conversationId, first.text);
    await send(conversationId, second.text);
    expect((await read(conversationId)).queued?.text).toBe(second.text);
    await killedAt(stage, written(conversationId, "completed"), fate, async () => held.resolve());
    await untilCompleted(conversationId);
    const conversation = await untilCompleted(conversationId);
    expect(wordsOf(conversation)).toEqual([first.text, "First.", second.text, "Second."]);
    expect(conversation.queued).toBeNull();
    expect(second.asked()).toHaveLength(1);
  });

  test("failed: it fails, says why, and can be retried", async () => {
    let broken = true;
    const { text, asked } = stage.script([
      () => (broken ? { status: 401, message: "wrong key" } : [{ say: "Hello." }]),
    ]);
    const conversationId = await newConversation(stage.server());
    await killedAt(stage, written(conversationId, "failed"), fate, () => send(conversationId, text));
    const { run } = await read(conversationId);
    const failed = await untilState(stage.server(), { runId: run?.id ?? "" }, "failed");
    expect(failed.error?.message).not.toBe("");
    broken = false;
    expect((await stage.server().api.post(`/runs/${failed.id}/retry`)).status).toBe(200);
    expect(wordsOf(await untilCompleted(conversationId))).toEqual([text, "Hello."]);
    expect(asked()).toHaveLength(fate === "lost" ? 3 : 2);
  });

  test("retried: goes on, or is failed still and can be retried again", async () => {
    let broken = true;
    const play = await stage.begin([() => (broken ? { status: 401 } : [{ say: "Hello." }])]);
    await untilState(stage.server(), play, "failed");
    broken = false;
    const retry = () => stage.server().api.post(`/runs/${play.runId}/retry`);
    await killedAt(stage, written(play.conversationId, "running"), fate, retry);
    if (fate === "lost") {
      expect((await readRun(stage.server(), play)).state).toBe("failed");
      expect((await retry()).status).toBe(200);
    }
    await untilState(stage.server(), play, "completed");
    expect(play.asked()).toHaveLength(2);
  });
});
