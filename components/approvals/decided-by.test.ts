import { expect, it } from "vitest";
import type { Channel, Decision } from "@/lib/approvals/schema";
import { decidedBy } from "./decided-by";

function decision(channel: Channel, name = "Owner", change: Partial<Decision> = {}): Decision {
  const by = { id: "owner", name };
  const at = "2026-01-01T00:00:00.000Z";
  return { by, decision: "approve", reason: null, answers: null, channel, at, ...change };
}

it.each<[Channel, string, string]>([
  ["chat", "Owner", "by you"],
  ["inbox", "Owner", "by you"],
  ["message", "Owner", "by you"],
  ["api", "Owner", "by Owner over the API"],
  ["cli", "Owner", "by Owner on the command line"],
  ["link", "Owner", "by Owner over a link"],
  ["policy", "Owner", "by Owner"],
  ["mcp", "Owner (An IDE)", "in An IDE"],
  ["mcp", "Owner (IDE (beta) (2))", "in IDE (beta) (2)"],
  ["mcp", "Owner (you)", "in you"],
  ["mcp", "Owner", "in an outside client"],
])("a decision in %s by %s was made %s", (channel, name, words) => {
  expect(decidedBy(decision(channel, name))).toBe(words);
});

it("names whoever else decided on the pages", () => {
  expect(decidedBy(decision("chat", "Ada", { by: { id: "ada", name: "Ada" } }))).toBe("by Ada");
});

it.each(["expire", "cancel"] as const)("says nobody for %s", (word) => {
  expect(decidedBy(decision("clock", "Countersign", { decision: word }))).toBeNull();
});
