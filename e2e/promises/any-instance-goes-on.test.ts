import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { type Listener, listenToEvents } from "../support/listen.ts";
import { decide, untilAsked, untilOneAsks, untilState } from "../support/runs.ts";
import type { Server } from "../support/server.ts";
import type { ServerSentEvent } from "../support/server-sent-events.ts";
import { slowestAnswer } from "../support/slowest-answer.ts";
import { openStage, type Play, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

let stage: Stage;
let one: Server;
let other: Server;

beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: "3" });
  one = stage.server();
  other = await stage.start();
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

type Chunk = { type: string; delta?: string; data?: unknown; id?: string };

const chunkOf = ({ data }: ServerSentEvent): Chunk => JSON.parse(data) as Chunk;

/** What a page has of a run's words: a reset makes it forget what it had of the message. */
function wordsOf(events: ServerSentEvent[]): string {
  let words = "";
  for (const chunk of events.map(chunkOf)) {
    if (chunk.type === "data-reset") words = "";
    if (chunk.type === "text-delta") words += chunk.delta;
  }
  return words;
}

/** Reads until the stream says that the run rests or ended, or until there is enough. */
async function readStream(
  server: Server,
  play: Pick<Play, "runId">,
  options: { after?: string; enough?: (events: ServerSentEvent[]) => boolean } = {},
): Promise<ServerSentEvent[]> {
  const events: ServerSentEvent[] = [];
  const cursor = options.after ? { after: options.after } : {};
  for await (const event of server.api.readStream(`/runs/${play.runId}/stream`, cursor)) {
    if (event.data === "[DONE]") return events;
    events.push(event);
    if (options.enough?.(events)) return events;
  }
  throw new Error("The stream broke off.");
}

const text = Array.from({ length: 40 }, (_, index) => `word${index} `).join("");
const lastId = (events: ServerSentEvent[]) => events.findLast(({ id }) => id)?.id ?? "";

test("a stream that is left in the middle is read on, from its cursor, at the other instance: nothing is missed or doubled", async () => {
  const play = await stage.begin([[{ say: text, millisecondsPerWord: 25 }]], one);
  let events: ServerSentEvent[] = [];
  for (const [turn, words] of [5, 12, 20, 30].entries()) {
    const server = turn % 2 ? other : one;
    const after = lastId(events);
    const enough = (read: ServerSentEvent[]) => wordsOf([...events, ...read]).split(" ").length > words;
    events = [...events, ...(await readStream(server, play, { ...(after ? { after } : {}), enough }))];
  }
  events = [...events, ...(await readStream(other, play, { after: lastId(events) }))];
  expect(wordsOf(events)).toBe(text);
  expect(events.map(chunkOf).filter(({ type }) => type === "data-reset")).toEqual([]);
  // All over again, on either: the same.
  for (const server of [one, other]) expect(wordsOf(await readStream(server, play))).toBe(text);
});

test("a decision at the one, the run at the other: the page of each sees it within a second, and the rest of the run", async () => {
  const lines = [
    [{ call: "write_file", with: { path: "both.txt", content: "written" } }],
    [{ say: "It is done." }],
  ];
  const play = await stage.begin(lines, one);
  const approval = await untilOneAsks(one, play);
  const before = await readStream(one, play);
  expect(before.map(chunkOf).some(({ type }) => type === "tool-approval-request")).toBe(true);

  const listeners = [await listenToEvents(one), await listenToEvents(other)];
  const heard = ({ shown }: Listener) =>
    shown.find(({ event, data }) => event === "approval.decided" && data.includes(approval.id));
  let decidedAt = 0;
  const slowest = await slowestAnswer([one, other], async () => {
    expect((await decide(other, approval, "approve")).status).toBe(200);
    decidedAt = Date.now();
    await waitUntil("both were told", () => listeners.every(heard));
  });
  for (const listener of listeners)
    expect((heard(listener)?.at ?? 0) - decidedAt).toBeLessThan(1_000 + 5 * slowest);
  await untilState(one, play, "completed");
  for (const server of [one, other]) {
    const rest = await readStream(server, play, { after: lastId(before) });
    expect(wordsOf(rest)).toBe("It is done.");
    expect(rest.map(chunkOf).some(({ type }) => type === "tool-output-available")).toBe(true);
  }
  await Promise.all(listeners.map(({ leave }) => leave()));
});

test("events from a cursor: none is missed, whoever made them and wherever one listens", async () => {
  const [newest] = await stage.sql<{ at: string }[]>`select max(sequence)::text as at from audit`;
  const plays = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      stage.begin(
        [[{ call: "write_file", with: { path: `event-${index}.txt`, content: "" } }], [{ say: "Done." }]],
        index % 2 ? one : other,
      ),
    ),
  );
  await Promise.all(
    plays.map(async (play, index) => {
      const [approval] = await untilAsked(one, play);
      await decide(index % 3 ? one : other, approval ?? { id: "" }, index % 4 ? "approve" : "reject");
      await untilState(other, play, "completed");
    }),
  );
  for (const server of [one, other]) {
    const told = new Map<string, Set<string>>();
    for await (const { event, data } of server.api.readStream("/events", { after: newest?.at ?? "0" })) {
      const { runId, state } = JSON.parse(data || "{}") as { runId?: string; state?: string };
      if (runId) told.set(runId, (told.get(runId) ?? new Set()).add(`${event} ${state}`));
      const complete = plays.every((play) => told.get(play.runId)?.has("run.state completed"));
      if (complete) break;
    }
    for (const play of plays) {
      const states = [...(told.get(play.runId) ?? [])];
      expect(states).toContain("approval.requested pending");
      expect(states.filter((state) => state.startsWith("approval.decided"))).toHaveLength(1);
      expect(states).toContain("run.state running");
    }
  }
});

test("the instance that answers is killed: who reads at the other one gets the whole answer in the end", async () => {
  const victim = await stage.start();
  const word = randomUUID();
  let times = 0;
  const play = await stage.begin(
    [
      () => {
        times += 1;
        return times === 1
          ? [
              { say: `${word} ${text}`, millisecondsPerWord: 40 },
              { hold: new Promise<never>(() => undefined) },
            ]
          : [{ say: text }];
      },
    ],
    victim,
  );
  const reading = readStream(one, play);
  const near = await readStream(victim, play, { enough: (events) => wordsOf(events).includes("word15") });
  await victim.kill("SIGKILL");
  const events = await reading;
  expect(wordsOf(events).endsWith(text)).toBe(true);
  // One who had read more than was saved is told to begin again.
  const again = await readStream(other, play, { after: lastId(near) });
  expect(wordsOf([...near, ...again]).endsWith(text)).toBe(true);
  const { body } = await one.api.get<{ messages: { parts: { type: string; text?: string }[] }[] }>(
    `/conversations/${play.conversationId}`,
  );
  const stored = body.messages.at(-1)?.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
  expect(wordsOf(await readStream(other, play))).toBe(stored?.join(""));
  expect(wordsOf(events)).toBe(stored?.join(""));
});

test("a reader that reconnects goes on from where it was, whatever its address still says", async () => {
  const play = await stage.begin([[{ say: "Hello." }]], one);
  await untilState(one, play, "completed");
  const events = await readStream(one, play);
  const address = `/runs/${play.runId}/stream?after=${events[0]?.id}`;
  const rest: string[] = [];
  for await (const { data } of one.api.readStream(address, { after: lastId(events) })) rest.push(data);
  expect(rest).toEqual(["[DONE]"]);
});

test("a cursor that is too old is told so; one that is none is refused", async () => {
  const play = await stage.begin([[{ say: "Hello." }]], one);
  await untilState(one, play, "completed");
  for (const after of ["x", "1", "1-", "-1-0", "1-1-1", "99999999999999999999-0"]) {
    expect([after, (await one.api.get(`/runs/${play.runId}/stream?after=${after}`)).status]).toEqual([
      after,
      422,
    ]);
  }
  await stage.sql`delete from stream_log where run_id = ${play.runId}`;
  for (const server of [one, other]) {
    const { status, body } = await server.api.get<{ error: { code: string } }>(
      `/runs/${play.runId}/stream?after=1-0`,
    );
    expect([status, body.error.code]).toEqual([410, "expired"]);
  }
});
