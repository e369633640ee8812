import { expect, test } from "vitest";
import type { Definition } from "./definition.ts";
import { describeChanges } from "./describe-changes.ts";

const saying = (description: string, title: string | null = null): Definition => ({
  title,
  description,
  inputSchema: { type: "object" },
  annotations: {},
});

// In the time that it takes to seek the shortest change of so much, an hour, no test ends.
test("what has nothing in common is described at once, however long it is, and told where it is cut", {
  timeout: 20_000,
}, () => {
  const changes = describeChanges(saying("a\n".repeat(200_000)), saying("b\n".repeat(200_000)));
  expect(changes.length).toBeLessThan(250_000);
  expect(changes).toMatch(/^Description\n- a\n/);
  expect(changes).toMatch(/\n… [\d,]+ more characters changed and are not shown here\.$/);
});

test("a long part leaves the others their place", () => {
  const changes = describeChanges(saying("", "x".repeat(290_000)), saying("Sends it to Eve."));
  expect(changes).toContain("+ Sends it to Eve.");
});
