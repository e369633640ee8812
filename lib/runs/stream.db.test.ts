import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { openStream, type StreamItem } from "./open-stream.ts";
import { call, calls, says } from "./test-model.ts";
import { type Instance, openStage, type Stage, typesShown, wordsShown } from "./test-stage.ts";

let stage: Stage;
let other: Instance;
beforeAll(async () => {
  stage = await openStage();
  other = await stage.another();
});
afterAll(() => stage.close());

const kept = (items: StreamItem[]) =>
  items.filter(({ chunk }) => !("transient" in chunk && chunk.transient === true)).map(({ id }) => id);

test("a reader from the start gets all of a run up to its rest, and after the decision the rest from its cursor", async () => {
  const play = await stage.begin(
    { says: ["I will ", "erase it."], calls: [call("erase", { name: "streamed" })] },
    says("It is ", "gone."),
  );
  await play.begin("erase it");
  const first = await play.stream();
  await stage.idle();
  expect(typesShown(first).filter((type) => type !== "data-status")).toEqual([
    "start",
    "start-step",
    "text-start",
    "text-delta",
    "text-delta",
    "text-end",
    "tool-input-available",
    "data-call",
    "tool-approval-request",
  ]);
  await play.answer({ decision: "approve" });
  const second = await play.stream(first.at(-1)?.id);
  expect(typesShown(second).filter((type) => type !== "data-status")).toEqual([
    "tool-approval-response",
    "data-call",
    "data-call",
    "tool-output-available",
    "data-call",
    "start-step",
    "text-start",
    "text-delta",
    "text-delta",
    "text-end",
    "finish-step",
    "finish",
  ]);
  expect(second).toContainEqual(
    expect.objectContaining({
      chunk: {
        type: "tool-output-available",
        toolCallId: expect.any(String),
        output: { erased: "streamed" },
      },
    }),
  );
  const whole = await play.stream();
  expect(kept(whole)).toEqual([...kept(first), ...kept(second)]);
});

test("whoever leaves in the middle and comes back, here or on another instance, misses nothing and sees nothing twice", async () => {
  const pieces = Array.from({ length: 40 }, (_, n) => `${n} `);
  const play = await stage.begin(
    { says: pieces, calls: [call("look", { name: "around" })] },
    says(...pieces),
  );
  const runId = await play.begin("count");
  const items: StreamItem[] = [];
  for (let turn = 0; items.at(-1)?.chunk.type !== "finish"; turn += 1) {
    const instance = turn % 2 === 0 ? stage : other;
    const after = items.at(-1)?.id ?? null;
    const stream = await openStream(instance, { runId, after, signal: AbortSignal.timeout(10_000) });
    let taken = 0;
    for await (const item of stream) {
      if (item.chunk.type !== "data-status") items.push(item);
      taken += 1;
      if (taken === 7) break;
    }
  }
  await stage.idle();
  expect(wordsShown(items)).toBe(pieces.join("").repeat(2));
  const ids = items.map((item) => item.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(kept(await play.stream()));
});

test("the log keeps no copy of arguments and outputs, and a reader of it gets them all the same", async () => {
  stage.toolbox.world.set("tale", "once upon a time");
  const play = await stage.begin(calls(call("recite", { name: "tale" })), says("The end."));
  const { id: runId } = await play.say("recite");
  const [log] = await stage.rows<{ text: string }>(
    sql`select string_agg(chunks::text, ' ') as text from stream_log where run_id = ${runId}`,
  );
  expect(log?.text).not.toContain("once upon");
  expect(log?.text).not.toContain("tale");
  const items = await play.stream(null, other);
  expect(items).toContainEqual(
    expect.objectContaining({ chunk: expect.objectContaining({ input: { name: "tale" } }) }),
  );
  expect(items).toContainEqual(
    expect.objectContaining({ chunk: expect.objectContaining({ output: "once upon a time" }) }),
  );
});

test("a reader that comes before the run is driven here hears it from its first word", async () => {
  const play = await stage.begin(says("At once."));
  await play.begin("hello");
  expect(wordsShown(await play.stream())).toBe("At once.");
  await stage.idle();
});

test("a cursor that is none is refused, an unknown run is not found, and a dropped log is over", async () => {
  const play = await stage.begin(says("Hello."));
  const { id: runId } = await play.say("hello");
  const open = (id: string, after: string | null) =>
    openStream(stage, { runId: id, after, signal: AbortSignal.timeout(5_000) });
  await expect(open(runId, "yesterday")).rejects.toMatchObject({ code: "invalid", field: "after" });
  await expect(open("nobody", null)).rejects.toMatchObject({ code: "not_found" });
  await stage.rows(sql`delete from stream_log where run_id = ${runId}`);
  await expect(open(runId, "1-1")).rejects.toMatchObject({ code: "expired" });
});

test("closing a tab never stops a run", async () => {
  const go = Promise.withResolvers<void>();
  const play = await stage.begin({ says: ["Going "], until: go.promise }, says("never asked"));
  const runId = await play.begin("go");
  const leaving = new AbortController();
  for await (const item of await openStream(stage, { runId, after: null, signal: leaving.signal })) {
    if (item.chunk.type === "text-delta") leaving.abort();
  }
  go.resolve();
  await stage.idle();
  expect(await play.run()).toMatchObject({ state: "completed" });
});

test("of all that a call tells of its progress the newest is kept, short and without secrets", async () => {
  stage.toolbox.secrets.KEY = "a-value-of-ours";
  stage.toolbox.world.set("flood", `${"x".repeat(290)} a-value-of-ours ${"y".repeat(10_000)}`);
  const play = await stage.begin(calls(call("tell", { name: "flood" })), says("Done."));
  const runId = await play.begin("go");
  await stage.toolbox.door("flood").entered;
  const signal = AbortSignal.timeout(10_000);
  const seen: StreamItem[] = [];
  for await (const item of await openStream(stage, { runId, after: null, signal })) {
    seen.push(item);
    if (item.chunk.type !== "data-progress") continue;
    expect(item.id).toBe(kept(seen).at(-1));
    expectOneKept(runId);
    stage.toolbox.door("flood").open("done");
  }
  expect(typesShown(seen).indexOf("data-progress")).toBeLessThan(
    typesShown(seen).indexOf("tool-output-available"),
  );
  const told = seen.filter(({ chunk }) => chunk.type === "data-progress");
  const message = `${"x".repeat(290)} [secret K…`;
  expect(told).toMatchObject([{ chunk: { data: { progress: 1_000, total: 1_000, message } } }]);
  await stage.idle();
  expect(typesShown(await play.stream())).not.toContain("data-progress");
});

function expectOneKept(runId: string): void {
  const stream = stage.streams.find(runId);
  expect(stream?.progress.size).toBe(1);
  expect(stream?.entries.length).toBeLessThan(20);
}
