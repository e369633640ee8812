import { expect, test, vi } from "vitest";
import { createOpenCalls } from "./open-calls.ts";

test("waits for what is open, however it ends", async () => {
  const calls = createOpenCalls();
  const [good, bad] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const kept = [calls.track(good.promise), calls.track(bad.promise)];
  const settled = vi.fn();
  const waiting = calls.settled().then(settled);
  good.resolve("done");
  await kept[0];
  expect(settled).not.toHaveBeenCalled();
  bad.reject(new Error("failed"));
  await waiting;
  await expect(kept[1]).rejects.toThrow("failed");
});

test("does not wait for ever", async () => {
  const calls = createOpenCalls(10);
  void calls.track(new Promise(() => {}));
  await calls.settled();
});
