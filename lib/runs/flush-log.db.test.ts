import { APICallError } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { dropOldLogs } from "./drop-old-logs.ts";
import { openStream, type StreamItem } from "./open-stream.ts";
import { retryRun } from "./retry.ts";
import { call, calls, says } from "./test-model.ts";
import { type Instance, openStage, type Stage, typesShown, wordsShown } from "./test-stage.ts";

let stage: Stage;
let other: Instance;
beforeAll(async () => {
  stage = await openStage();
  other = await stage.another();
});
afterAll(() => stage.close());

/** Reads on another instance until this came: what it has is what the log has. */
const readThere = async (runId: string, enough: Enough): Promise<StreamItem[]> =>
  readFrom(await open(other, runId, null), enough);

type Enough = (items: StreamItem[]) => boolean;

const open = (instance: Instance, runId: string, after: string | null) =>
  openStream(instance, { runId, after, signal: AbortSignal.timeout(10_000) });

async function readFrom(stream: AsyncGenerator<StreamItem>, enough: Enough): Promise<StreamItem[]> {
  const items: StreamItem[] = [];
  for await (const item of stream) {
    items.push(item);
    if (enough(items)) return items;
  }
  throw new Error(`It never came: ${JSON.stringify(items)}`);
}
const statusOf = (items: StreamItem[]) =>
  items.flatMap(({ chunk }) => (chunk.type === "data-status" ? [chunk.data] : [])).at(-1);
const apiError = (statusCode: number, responseHeaders = {}) =>
  new APICallError({
    message: "refused",
    url: "http://model",
    requestBodyValues: {},
    statusCode,
    responseHeaders,
  });

test("the last words before a silence, and that the model thinks, are there on another instance", async () => {
  const spoken = Promise.withResolvers<void>();
  const play = await stage.begin({ says: ["First. ", "Second."], until: spoken.promise });
  const runId = await play.begin("go");
  const items = await readThere(runId, (read) => statusOf(read) !== undefined);
  expect(wordsShown(items)).toBe("First. Second.");
  expect(statusOf(items)).toMatchObject({ kind: "thinking", since: expect.any(String) });
  spoken.resolve();
  await stage.idle();
  expect(wordsShown(await play.stream(null, other))).toBe("First. Second.");
});

test("while a tool runs, its answer and that it runs are there on another instance", async () => {
  const play = await stage.begin(calls(call("guarded_stand", { name: "slow" })), says("Done."));
  const { id: runId } = await play.say("go");
  const door = stage.toolbox.door("slow");
  const answering = play.answer({ decision: "approve" });
  // Until it runs, the run rests, and its stream has an end.
  await door.entered;
  const items = await readThere(
    runId,
    (read) => (statusOf(read) as { kind?: string } | undefined)?.kind === "executing",
  );
  expect(typesShown(items)).toContain("tool-approval-response");
  expect(statusOf(items)).toMatchObject({ text: "Running guarded_stand" });
  door.open("stood");
  await answering;
  const whole = await play.stream(null, other);
  expect(whole.map(({ id }) => id)).toEqual([...new Set(whole.map(({ id }) => id))]);
});

test("that a model call is tried again is there on another instance", async () => {
  const play = await stage.begin({ fails: apiError(429, { "retry-after-ms": "1500" }) }, says("At last."));
  const runId = await play.begin("go");
  const items = await readThere(
    runId,
    (read) => (statusOf(read) as { kind?: string } | undefined)?.kind === "retrying",
  );
  expect(statusOf(items)).toMatchObject({ text: expect.stringContaining("Trying again in 2 s") });
  await stage.idle();
});

test("a row of the log of which nobody heard that it was written is written over, and the run goes on", async () => {
  const spoken = Promise.withResolvers<void>();
  const play = await stage.begin({ says: ["Kept ", "once."], until: spoken.promise });
  const runId = await play.begin("go");
  await readThere(runId, (read) => wordsShown(read) === "Kept once.");
  const stream = stage.streams.find(runId);
  if (stream) stream.saved = 0;
  spoken.resolve();
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed" });
  const whole = await play.stream();
  expect(wordsShown(whole)).toBe("Kept once.");
  expect(typesShown(whole).at(-1)).toBe("finish");
});

test("the log of a failed run is kept as long as it may be retried, and begins at its beginning then", async () => {
  const play = await stage.begin(
    { says: ["Looking."], calls: [call("look", { name: "around" })] },
    { fails: apiError(401) },
    says("Here I am."),
  );
  const failed = await play.say("go");
  const old = () =>
    stage.rows(sql`update runs set ended_at = now() - interval '1 hour' where id = ${failed.id}`);
  await old();
  await dropOldLogs(stage.database);
  await retryRun(stage, { runId: failed.id, by: owner });
  await stage.idle();
  const whole = await play.stream(null, other);
  expect(typesShown(whole)[0]).toBe("start");
  expect(wordsShown(whole)).toBe("Looking.Here I am.");
  await old();
  await dropOldLogs(stage.database);
  await expect(play.stream(null, other)).rejects.toMatchObject({ code: "expired" });
});

test("days later it is dropped, and who reads a retry is sent to the conversation for what came before", async () => {
  const answered = Promise.withResolvers<void>();
  const play = await stage.begin(
    { says: ["Looking."], calls: [call("look", { name: "around" })] },
    { fails: apiError(401) },
    { says: ["Here I am."], until: answered.promise },
  );
  const { id: runId } = await play.say("go");
  const last = (await play.stream()).at(-1)?.id ?? "";
  const endedBefore = async (ago: string) => {
    await stage.rows(sql`update runs set ended_at = now() - ${ago}::interval where id = ${runId}`);
    await dropOldLogs(stage.database);
  };
  await endedBefore("6 days");
  expect(typesShown(await play.stream(null, other))[0]).toBe("start");
  await endedBefore("8 days");
  await retryRun(stage, { runId, by: owner });
  const expectGone = async () => {
    for (const instance of [stage, other]) {
      for (const after of [null, "1-0"]) {
        await expect(open(instance, runId, after)).rejects.toMatchObject({ code: "expired" });
      }
    }
  };
  await expectGone();
  await readFrom(await open(stage, runId, last), (read) => wordsShown(read) === "Here I am.");
  await expectGone();
  answered.resolve();
  await stage.idle();
  await expectGone();
  expect(wordsShown(await play.stream("2-0", other))).toBe("Here I am.");
});
