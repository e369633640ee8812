import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { AppEvent } from "./event-connection";
import { EventFeed } from "./event-feed";

/** What the pages of one browser open, whichever of them opens it. */
let sources: FakeSource[] = [];
let tabs: { feed: EventFeed; told: string[] }[] = [];

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    sources.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen();
  }
  refuse() {
    this.readyState = FakeSource.CLOSED;
    this.onerror();
  }
  close() {
    this.readyState = FakeSource.CLOSED;
  }
  send(event: Partial<AppEvent>) {
    this.dispatchEvent(new MessageEvent("run.state", { data: JSON.stringify(event) }));
  }
}

function openTab() {
  const told: string[] = [];
  const feed = new EventFeed({
    event: ({ id }) => told.push(id),
    connected: () => {},
    heard: () => told.push("heard"),
  });
  feed.open();
  const tab = { feed, told };
  tabs.push(tab);
  return tab;
}

const source = async (count: number): Promise<FakeSource> => {
  await expect.poll(() => sources.length).toBe(count);
  const newest = sources.at(-1);
  if (!newest) throw new Error("no connection was opened");
  return newest;
};

beforeEach(() => {
  sources = [];
  tabs = [];
  const page = new EventTarget();
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal("document", new EventTarget());
  vi.stubGlobal("location", { hostname: "127.0.0.1", pathname: "/" });
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
  vi.stubGlobal("fetch", async () => Response.json({ items: [] }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
});
afterEach(() => {
  for (const { feed } of tabs) feed.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("of several tabs one connects, and all hear; one that comes later learns that events come", async () => {
  const [first, second] = [openTab(), openTab()];
  const connection = await source(1);
  connection.open();
  await expect.poll(() => second.told).toEqual(["heard"]);
  const late = openTab();
  await expect.poll(() => late.told).toEqual(["heard"]);
  connection.send({ id: "1" });
  for (const { told } of [first, second, late]) await expect.poll(() => told).toEqual(["heard", "1"]);
  expect(sources).toHaveLength(1);
});

test("when the tab with the connection goes, another connects, and all read again", async () => {
  const [first, second, third] = [openTab(), openTab(), openTab()];
  (await source(1)).open();
  await expect.poll(() => third.told).toEqual(["heard"]);
  first.feed.close();
  (await source(2)).open();
  for (const { told } of [second, third]) await expect.poll(() => told).toEqual(["heard", "heard"]);
  expect(first.told).toEqual(["heard"]);
});

test("all learn of a break, and whoever asks wakes a connection whose own timers sleep", async () => {
  const [first, second] = [openTab(), openTab()];
  const connection = await source(1);
  connection.open();
  await expect.poll(() => second.told).toEqual(["heard"]);
  connection.refuse();
  expect(first.feed.heard()).toBe(false);
  await expect.poll(() => second.feed.heard()).toBe(false);
  vi.setSystemTime(Date.now() + 2_000);
  const late = openTab();
  (await source(2)).open();
  for (const { told } of [first, second]) await expect.poll(() => told).toEqual(["heard", "heard"]);
  await expect.poll(() => late.told).toEqual(["heard"]);
});

test("a tab that has the connection and answers nobody loses it", async () => {
  const { promise: hangs, resolve: wake } = Promise.withResolvers<void>();
  const lost = navigator.locks.request("countersign.events", () => hangs).catch(({ name }: Error) => name);
  const tab = openTab();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(sources).toHaveLength(0);
  await vi.advanceTimersByTimeAsync(1_000);
  (await source(1)).open();
  expect(tab.told).toEqual(["heard"]);
  expect(await lost).toBe("AbortError");
  wake();
});

test("where tabs may not talk to each other, each has its own connection", async () => {
  vi.stubGlobal(
    "BroadcastChannel",
    class {
      constructor() {
        throw new DOMException("The operation is insecure.", "SecurityError");
      }
    },
  );
  const [first, second] = [openTab(), openTab()];
  await source(2);
  for (const each of sources) each.open();
  sources[0]?.send({ id: "1" });
  expect([first.told, second.told]).toEqual([["heard", "1"], ["heard"]]);
  first.feed.close();
  expect(sources.map(({ readyState }) => readyState)).toEqual([FakeSource.CLOSED, 1]);
});

test("a tab that lost the connection follows the one that took it, and takes it back when that one goes", async () => {
  const tab = openTab();
  (await source(1)).open();
  const { promise: leads, resolve: leave } = Promise.withResolvers<void>();
  void navigator.locks.request("countersign.events", { steal: true }, () => leads);
  await expect.poll(() => sources[0]?.readyState).toBe(FakeSource.CLOSED);
  leave();
  (await source(2)).open();
  expect(tab.told).toEqual(["heard", "heard"]);
});
