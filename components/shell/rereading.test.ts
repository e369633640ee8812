import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ApiError, NetworkError } from "./api";
import { Rereading } from "./rereading";

function openReading() {
  const asked: (PromiseWithResolvers<string> & { signal: AbortSignal })[] = [];
  const shown: string[] = [];
  const failures: unknown[] = [];
  const reading = new Rereading<string>({
    get: (signal) => {
      const answer = Promise.withResolvers<string>();
      asked.push({ ...answer, signal });
      signal.addEventListener("abort", () => answer.reject(signal.reason));
      return answer.promise;
    },
    show: (answer) => shown.push(answer),
    failed: (error) => failures.push(error),
  });
  return { reading, asked, shown, failures };
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const broken = (status: number) => new ApiError(status, { code: "internal", message: "Broken." });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("one at a time: what asks meanwhile is served by one more, and nothing older is shown after it", async () => {
  const { reading, asked, shown } = openReading();
  reading.again();
  reading.again();
  reading.again();
  expect(asked).toHaveLength(1);
  asked[0]?.resolve("first");
  await settle();
  expect(asked).toHaveLength(2);
  asked[1]?.resolve("second");
  await settle();
  expect(asked).toHaveLength(2);
  expect(shown).toEqual(["first", "second"]);
});

test("a reading from before a change is not shown, and not waited for", async () => {
  const { reading, asked, shown } = openReading();
  reading.again();
  reading.anew();
  await settle();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[1]?.resolve("after");
  await settle();
  expect(shown).toEqual(["after"]);
});

test("a change that is shown makes a reading that is under way too old, and begins none", async () => {
  const { reading, asked, shown } = openReading();
  reading.changed();
  expect(asked).toHaveLength(0);
  reading.again();
  reading.changed();
  await settle();
  asked[1]?.resolve("after");
  await settle();
  expect(shown).toEqual(["after"]);
  reading.changed();
  expect(asked).toHaveLength(2);
});

test("whoever waits for a reading is told when it is shown, when it failed and when the page is left", async () => {
  const { reading, asked, shown } = openReading();
  const told: string[] = [];
  const wait = (name: string) => void reading.shown().then(() => told.push(name));
  reading.again();
  wait("shown");
  asked[0]?.resolve("before");
  await settle();
  expect(told).toEqual([]);
  asked[1]?.resolve("after");
  await settle();
  expect([shown, told]).toEqual([["after"], ["shown"]]);
  wait("failed");
  asked[2]?.reject(broken(500));
  await settle();
  expect(told).toEqual(["shown", "failed"]);
  wait("left");
  reading.stop();
  await settle();
  expect(told).toEqual(["shown", "failed", "left"]);
});

test("whoever waits for what the server says at last is told of no failure that may pass", async () => {
  const { reading, asked, shown } = openReading();
  const told: string[] = [];
  const wait = (name: string) => void reading.shownAtLast().then(() => told.push(name));
  wait("shown");
  asked[0]?.reject(new NetworkError("GET", false));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual([]);
  asked[1]?.resolve("there");
  await settle();
  expect([shown, told]).toEqual([["there"], ["shown"]]);
  wait("refused");
  asked[2]?.reject(broken(404));
  await settle();
  wait("left");
  asked[3]?.reject(broken(500));
  await settle();
  expect(told).toEqual(["shown", "refused"]);
  reading.stop();
  await settle();
  expect(told).toEqual(["shown", "refused", "left"]);
});

test("one that failed is told and tried again after a pause, that grows, until it succeeds", async () => {
  const { reading, asked, shown, failures } = openReading();
  reading.again();
  asked[0]?.reject(new NetworkError("GET", false));
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  asked[1]?.reject(broken(503));
  await settle();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1_000);
  asked[2]?.resolve("there");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(failures).toHaveLength(2);
  expect(shown).toEqual(["there"]);
  expect(asked).toHaveLength(3);
});

test("what asks before the pause is over takes its place", async () => {
  const { reading, asked } = openReading();
  reading.again();
  asked[0]?.reject(broken(500));
  await settle();
  reading.again();
  asked[1]?.resolve("there");
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(2);
});

test("a no that stands is not asked for again, and a page that is left asks for nothing", async () => {
  const { reading, asked, failures } = openReading();
  reading.again();
  asked[0]?.reject(broken(404));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(1);
  reading.again();
  asked[1]?.reject(broken(500));
  await settle();
  reading.again();
  reading.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toHaveLength(3);
  expect(failures).toHaveLength(2);
});
