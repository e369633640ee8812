import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Run } from "@/lib/runs/schema";
import { ConversationStore } from "./conversation-store";
import type { ConversationView } from "./message-types";

const run: Run = {
  id: "run-1",
  conversationId: "one",
  state: "running",
  steps: [],
  calls: [],
  approvals: [],
  error: null,
  startedAt: "2026-01-01T00:00:00.000Z",
  endedAt: null,
};
const view: ConversationView = {
  id: "one",
  title: "One",
  mode: "as_flagged",
  model: null,
  tools: null,
  messages: [],
  previousCursor: "before",
  run,
  approvals: [],
  queued: null,
};

const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let streams: { after: string | null; signal: AbortSignal; send: (id: string, chunk: object) => void }[] = [];
let readings = 0;
let answerEarlier = (): Response => Response.json({ ...view, previousCursor: null });
let answerReading = (): Response => Response.json(view);

function look(state: "visible" | "hidden"): void {
  page.visibilityState = state;
  page.dispatchEvent(new Event("visibilitychange"));
}

function openStream(after: string | null, signal: AbortSignal): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      signal.addEventListener("abort", () => controller.error(signal.reason));
      const send = (id: string, chunk: object) =>
        controller.enqueue(encoder.encode(`id: ${id}\ndata: ${JSON.stringify(chunk)}\n\n`));
      streams.push({ after, signal, send });
    },
  });
  return new Response(body);
}

beforeEach(() => {
  streams = [];
  readings = 0;
  page.visibilityState = "visible";
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { hostname: "127.0.0.1", pathname: "/c/one" });
  vi.stubGlobal("fetch", async (address: string, { signal }: { signal: AbortSignal }) => {
    const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
    if (pathname.endsWith("/stream")) return openStream(searchParams.get("after"), signal);
    if (searchParams.has("before")) return answerEarlier();
    readings += 1;
    return answerReading();
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a tab that is hidden lets go of its stream, and goes on from where it was when it is seen again", async () => {
  const store = new ConversationStore("one", view);
  const close = store.open();
  await expect.poll(() => streams.length).toBe(1);
  streams[0]?.send("1-1", { type: "start", messageId: "answer" });
  streams[0]?.send("1-2", { type: "text-start", id: "t" });
  streams[0]?.send("1-3", { type: "text-delta", id: "t", delta: "Half " });
  await expect.poll(() => store.state().streamed?.cursor).toBe("1-3");

  look("hidden");
  expect(streams[0]?.signal.aborted).toBe(true);
  store.refresh();
  await expect.poll(() => readings).toBe(1);
  expect(streams).toHaveLength(1);

  look("visible");
  await expect.poll(() => streams.length).toBe(2);
  expect(streams[1]?.after).toBe("1-3");
  await expect.poll(() => readings).toBe(2);
  streams[1]?.send("1-4", { type: "text-delta", id: "t", delta: "done" });
  await expect.poll(() => store.state().streamed?.message?.parts).toMatchObject([{ text: "Half done" }]);
  close();
  expect(streams[1]?.signal.aborted).toBe(true);
});

test("a tab that is opened in the background follows no run until it is seen", async () => {
  page.visibilityState = "hidden";
  const store = new ConversationStore("one", null);
  const close = store.open();
  store.refresh();
  await expect.poll(() => store.state().view?.run?.id).toBe("run-1");
  expect(streams).toHaveLength(0);
  look("visible");
  await expect.poll(() => streams.length).toBe(1);
  close();
});

test("why earlier messages could not be loaded is told apart, until they are asked for again", async () => {
  const store = new ConversationStore("one", { ...view, run: null });
  const close = store.open();
  const served = answerEarlier;
  answerEarlier = () => Response.json({ error: { code: "internal", message: "Broken." } }, { status: 500 });
  await store.loadEarlier();
  expect(store.state()).toMatchObject({ earlierError: "Broken.", error: null, loadingEarlier: false });
  answerEarlier = served;
  await store.loadEarlier();
  expect(store.state()).toMatchObject({ earlierError: null, view: { previousCursor: null } });
  close();
});

test("what is queued stays so when another message starts a run", async () => {
  const queued = { text: "later", at: "2026-01-01T00:00:00.000Z" };
  const store = new ConversationStore("one", { ...view, run: null, queued });
  const close = store.open();
  store.started({ id: "new", role: "user", parts: [] }, run);
  expect(store.state().view).toMatchObject({ queued, run, messages: [{ id: "new" }] });
  close();
});

test("what must be read before it is shown is there when it was read", async () => {
  const store = new ConversationStore("one", { ...view, run: null, title: "Before" });
  const close = store.open();
  const shown = store.readAndShow();
  expect(store.state().view?.title).toBe("Before");
  await shown;
  expect(store.state()).toMatchObject({ view: { title: "One" }, readings: 1 });
  close();
  await store.readAndShow();
  expect(readings).toBe(1);
});

test("what must be read before it is shown is not taken as read when its reading failed", async () => {
  vi.useFakeTimers();
  const store = new ConversationStore("one", { ...view, run: null, title: "Before" });
  const close = store.open();
  const served = answerReading;
  answerReading = () => Response.json({ error: { code: "internal", message: "Broken." } }, { status: 500 });
  let read = false;
  void store.readAndShow().then(() => {
    read = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  expect([store.state().error, read]).toEqual(["Broken.", false]);
  answerReading = served;
  await vi.advanceTimersByTimeAsync(1_000);
  expect([store.state().view?.title, read]).toEqual(["One", true]);
  close();
});

test("a page that was left reads nothing more", async () => {
  const store = new ConversationStore("one", { ...view, run: null });
  store.open()();
  store.refresh();
  store.decided([]);
  expect(readings).toBe(0);
});
