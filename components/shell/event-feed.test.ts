import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { EventFeed } from "./event-feed";
import { awaySince, noteAnswered } from "./server-reach";

/** A browser's page: a network to lose, and a server that may be there or not. */
function openPage() {
  const browser = new EventTarget();
  const server = { there: true };
  const sources: FakeSource[] = [];
  class FakeSource extends EventTarget {
    static readonly CLOSED = 2;
    readyState = 0;
    onopen = () => {};
    onerror = () => {};
    constructor() {
      super();
      sources.push(this);
      queueMicrotask(() => (server.there ? this.onopen() : this.fail()));
    }
    fail() {
      this.readyState = FakeSource.CLOSED;
      this.onerror();
    }
    close() {
      this.readyState = FakeSource.CLOSED;
    }
  }
  vi.stubGlobal("EventSource", FakeSource);
  // Without locks: a page with a connection of its own.
  vi.stubGlobal("navigator", { onLine: true });
  const document = new EventTarget();
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { hostname: "127.0.0.1" });
  vi.stubGlobal("addEventListener", browser.addEventListener.bind(browser));
  vi.stubGlobal("removeEventListener", browser.removeEventListener.bind(browser));
  vi.stubGlobal("fetch", async () => {
    if (!server.there) throw new TypeError("Failed to fetch");
    return Response.json({ items: [] });
  });
  const told: string[] = [];
  const feed = new EventFeed({
    event: () => {},
    connected: (connected) => told.push(connected ? "connected" : "away"),
    heard: () => told.push("heard"),
  });
  feed.open();
  return { browser, document, server, sources, told, feed };
}

beforeEach(() => {
  vi.useFakeTimers();
  noteAnswered();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("what was read before the events came is read again as soon as they do", async () => {
  const { told, feed } = openPage();
  expect(feed.heard()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(feed.heard()).toBe(true);
  expect(told).toEqual(["connected", "heard"]);
  feed.close();
});

test("a network that comes or goes is no break where the server is still there: only read again", async () => {
  const { browser, told, feed } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  told.length = 0;
  for (const change of ["offline", "online"]) {
    browser.dispatchEvent(new Event(change));
    await vi.advanceTimersByTimeAsync(10_000);
  }
  expect(told).toEqual(["connected", "heard", "connected", "heard"]);
  expect(awaySince()).toBeNull();
  feed.close();
});

test("a server that nobody reaches is known to be away at once, told after a moment, and found again", async () => {
  const { server, sources, told, feed } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  told.length = 0;
  server.there = false;
  sources.at(-1)?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(awaySince()).not.toBeNull();
  expect(feed.heard()).toBe(false);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual(["away"]);
  server.there = true;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toEqual(["away", "connected", "heard"]);
  expect(awaySince()).toBeNull();
  const made = sources.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(sources.length).toBe(made);
  feed.close();
});

test("events that stop while the server answers do not make it away", async () => {
  const { sources, feed } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  sources.at(-1)?.fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(awaySince()).toBeNull();
  feed.close();
});

test("a page that is put aside lets go of the events, and takes them up when it is back", async () => {
  const { browser, document, sources, told, feed } = openPage();
  await vi.advanceTimersByTimeAsync(0);
  const pairs: [EventTarget, string, string][] = [
    [browser, "pagehide", "pageshow"],
    [document, "freeze", "resume"],
  ];
  for (const [target, away, back] of pairs) {
    told.length = 0;
    target.dispatchEvent(new Event(away));
    expect(sources.at(-1)?.readyState).toBe(2);
    expect(feed.heard()).toBe(false);
    target.dispatchEvent(new Event(back));
    await vi.advanceTimersByTimeAsync(0);
    expect(told).toEqual(["connected", "heard"]);
  }
  expect(sources).toHaveLength(3);
  feed.close();
});
