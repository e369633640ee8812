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
    return Response.json(view);
  });
});
afterEach(() => vi.unstubAllGlobals());

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

test("a page that was left reads nothing more", async () => {
  const store = new ConversationStore("one", { ...view, run: null });
  store.open()();
  store.refresh();
  store.decided([]);
  expect(readings).toBe(0);
});
