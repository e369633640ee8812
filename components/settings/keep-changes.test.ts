import { expect, test } from "vitest";
import type { ToolView } from "@/lib/tools/schema";
import { keepChanges } from "./keep-changes";

const listed: ToolView = {
  name: "docs__search",
  title: "search",
  description: "Searches",
  source: "mcp:docs",
  inputSchema: {},
  risk: "L3",
  enabled: true,
  exposed: false,
  alias: null,
  originalName: "search",
  annotations: null,
  composedRisk: "L3",
  review: "changed",
  isNew: false,
  fingerprint: "second",
  changes: null,
  alwaysAsks: false,
  approval: {
    mode: "required",
    prompt: null,
    timeoutSeconds: 600,
    outside: "client",
    elicitationSeconds: 60,
  },
};
const fetched = { ...listed, changes: "-first\n+second" };

test("changes that were fetched stay when the list is read again, with all else as it is now", () => {
  const now = { ...listed, enabled: false };
  expect(keepChanges([fetched], [now])).toEqual([{ ...now, changes: fetched.changes }]);
});

test("another definition, one that was reviewed and one that the list tells of itself are as listed", () => {
  for (const now of [
    { ...listed, fingerprint: "third" },
    { ...listed, review: "reviewed" as const },
    { ...listed, changes: "-zeroth\n+second" },
    { ...listed, name: "docs__find" },
  ]) {
    expect(keepChanges([fetched], [now])).toEqual([now]);
  }
  expect(keepChanges(null, [listed])).toEqual([listed]);
});
