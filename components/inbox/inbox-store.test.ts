import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Approval } from "@/lib/approvals/schema";
import { testApproval } from "../chat/test-call";
import { InboxStore } from "./inbox-store";

/** Answers as the server does: what waits newest first, in pages, and each approval by its id. */
function openServer() {
  const approvals: Approval[] = [];
  const asked: string[] = [];
  vi.stubGlobal("location", { hostname: "127.0.0.1", pathname: "/approvals" });
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname, searchParams } = new URL(address, "http://127.0.0.1");
    asked.push(pathname);
    const id = /^\/api\/v1\/approvals\/(.+)$/.exec(pathname)?.[1];
    if (id) return Response.json(approvals.find((approval) => approval.id === id));
    const waiting = approvals.filter(({ status }) => status === "pending").reverse();
    const from = Number(searchParams.get("cursor") ?? 0);
    const to = from + Number(searchParams.get("limit"));
    const nextCursor = to < waiting.length ? `${to}` : null;
    return Response.json({ items: waiting.slice(from, to), nextCursor, total: waiting.length });
  });
  return {
    ask: (count: number) => {
      for (let added = 0; added < count; added += 1) {
        const number = approvals.length + 1;
        const requestedAt = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
        approvals.push(testApproval({ id: `${number}`, requestedAt }));
      }
    },
    decide: (id: string) => {
      const at = approvals.findIndex((approval) => approval.id === id);
      approvals[at] = testApproval({ ...approvals[at], status: "approved" });
    },
    /** How often each was asked for by its id since the last time. */
    askedAlone: () => asked.splice(0).filter((pathname) => !pathname.endsWith("/approvals")).length,
  };
}

let server: ReturnType<typeof openServer>;
beforeEach(() => {
  server = openServer();
});
afterEach(() => vi.unstubAllGlobals());

async function readBy(store: InboxStore): Promise<void> {
  const { readings } = store.state();
  store.refresh();
  await vi.waitFor(() => expect(store.state().readings).toBe(readings + 1));
}

const statusOf = (store: InboxStore, id: string) =>
  store.state().approvals?.find((approval) => approval.id === id)?.status;

test("with more waiting than a page holds, what is decided elsewhere still becomes known", async () => {
  const store = new InboxStore();
  server.ask(250);
  await readBy(store);
  expect(store.state()).toMatchObject({ hidden: 150, error: null });
  expect(store.state().approvals).toHaveLength(100);
  server.decide("200");
  await readBy(store);
  expect(store.state()).toMatchObject({ hidden: 150, approvals: { length: 100 } });
  expect(statusOf(store, "200")).toBe("approved");
  expect(server.askedAlone()).toBe(1);
});

test("when all that is shown was decided, the older ones come", async () => {
  const store = new InboxStore();
  server.ask(150);
  await readBy(store);
  for (let id = 51; id <= 150; id += 1) server.decide(`${id}`);
  store.refresh();
  await vi.waitFor(() => expect(store.state()).toMatchObject({ hidden: 0, approvals: { length: 150 } }));
  expect(store.state().approvals?.at(-1)?.id).toBe("50");
});

test("new ones push none that waits out of what is known, and none is asked for by its id", async () => {
  const store = new InboxStore();
  server.ask(150);
  await readBy(store);
  server.ask(60);
  server.decide("51");
  await readBy(store);
  expect(store.state().approvals?.map(({ id }) => id)).toEqual(
    Array.from({ length: 160 }, (_, index) => `${index + 51}`),
  );
  expect(statusOf(store, "51")).toBe("approved");
  expect(statusOf(store, "52")).toBe("pending");
  expect(server.askedAlone()).toBe(1);
});
