import { expect, test } from "vitest";
import { createWorkingRuns } from "./working-runs.ts";

test("whatever work leaves behind is aborted when it ends: nothing goes on that cannot be stopped", async () => {
  const working = createWorkingRuns();
  const { promise, resolve } = Promise.withResolvers<AbortSignal>();
  working.add("run", 1, async (signal) => resolve(signal));
  const signal = await promise;
  await expect.poll(() => working.count()).toBe(0);
  expect(signal.aborted).toBe(true);
});
