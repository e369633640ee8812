import { describe, expect, it } from "vitest";
import { composerHint, isTooLarge } from "./composer-hint";

describe("composerHint", () => {
  it.each<[string, number, boolean, string | null]>([
    ["", 0, false, null],
    ["", 2, true, "2 approvals wait"],
    ["yes", 1, true, "Enter approves the call that waits"],
    ["no, later", 1, true, "Enter rejects the call that waits"],
    ["approve all", 3, true, "Enter approves all 3"],
    ["yes", 2, true, "2 approvals wait: “approve all” or “reject all” decides them; this would be queued"],
    ["not yet", 1, true, "Will be queued as the next message"],
    ["yes", 0, false, null],
  ])("%j with %d pending", (text, pendingCount, active, hint) => {
    expect(composerHint(text, { pendingCount, active, queued: false })).toBe(hint);
  });

  it("says that a text takes the place of the one that is queued", () => {
    const state = { pendingCount: 1, active: true, queued: true };
    expect(composerHint("not yet", state)).toBe("Will replace the queued message");
  });
});

describe("isTooLarge", () => {
  it.each([
    ["x".repeat(100_000), false],
    ["x".repeat(100_001), true],
    ["é".repeat(50_001), true],
    ["é".repeat(50_000), false],
  ])("counts bytes (case %#)", (text, tooLarge) => {
    expect(isTooLarge(text)).toBe(tooLarge);
  });
});
