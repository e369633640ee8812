import { expect, it } from "vitest";
import { breather } from "./breather.ts";

it("gives others their turn when it has worked for a while, and not before", async () => {
  let now = 0;
  let turns = 0;
  const breathe = breather(() => now);
  setImmediate(() => {
    turns += 1;
  });
  await breathe();
  now = 19;
  await breathe();
  expect(turns).toBe(0);
  now = 20;
  await breathe();
  expect(turns).toBe(1);
});
