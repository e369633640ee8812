import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { holdsStill } from "./holds-still.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A database that takes this long for each answer. */
const answering = (milliseconds: number, answer = true) =>
  vi.fn(async () => {
    vi.setSystemTime(Date.now() + milliseconds);
    return answer;
  });

test("what was granted just now holds, without another question", async () => {
  const ask = answering(1);
  expect(await holdsStill(Date.now() - 900, ask)).toBe(true);
  expect(ask).not.toHaveBeenCalled();
});

test("what is stale is asked again, and holds if it is still ours", async () => {
  expect(await holdsStill(Date.now() - 1_100, answering(20))).toBe(true);
  expect(await holdsStill(Date.now() - 1_100, answering(20, false))).toBe(false);
});

test("a database that is always late is not asked for ever: nothing is acted on", async () => {
  const ask = answering(2_000);
  expect(await holdsStill(Date.now() - 1_100, ask)).toBe(false);
  expect(ask.mock.calls.length).toBeLessThan(10);
});
