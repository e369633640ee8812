import { expect, test } from "vitest";
import { describeFailure } from "./describe-failure.ts";

test("a port that no connection is made to is named as the reason", async () => {
  const error = await fetch("http://127.0.0.1:9/mcp").catch((reason: unknown) => reason);
  expect(describeFailure(error)).toBe("This port belongs to another protocol: no connection is made to it.");
});
