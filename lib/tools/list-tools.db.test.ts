import { expect, it, onTestFinished } from "vitest";
import { temporaryDirectory } from "../../e2e/support/temporary-directory.ts";
import { getTool, listTools } from "./list-tools.ts";
import { createRegistry } from "./registry.ts";
import { builtIn, openToolStage } from "./test-services.ts";

it("a list compares no more than people read, and each tool on its own gives all of what changed", async () => {
  const { database, close } = await openToolStage(temporaryDirectory("workspace"));
  onTestFinished(close);
  let compared = 0;
  const tools = Array.from({ length: 20 }, (_, n) => ({
    ...builtIn,
    name: `tool-${n}`,
    changed: n !== 19,
    get changes() {
      if (n === 19) return undefined;
      compared += 1;
      return "x".repeat(150_000);
    },
  }));
  const registry = createRegistry(tools);
  const listed = await listTools({ database, registry });
  expect(compared).toBe(7);
  expect(listed.map(({ review, changes }) => [review, changes?.length ?? null])).toEqual([
    ...Array(7).fill(["changed", 150_000]),
    ...Array(12).fill(["changed", null]),
    ["reviewed", null],
  ]);
  expect((await getTool({ database, registry }, "tool-18")).changes).toHaveLength(150_000);
});
