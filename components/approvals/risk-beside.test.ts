import { expect, it } from "vitest";
import type { Risk } from "@/lib/policy/risk";
import { testApproval } from "../chat/test-call";
import { riskBeside } from "./risk-beside";

it.each<[string, Risk, string | null]>([
  ["mcp:files", "L4", "high risk by itself, elevated risk when a person is asked about each call."],
  ["mcp:files", "L2", "medium risk by itself, low risk when a person is asked about each call."],
  ["mcp:files", "L1", null],
  ["built-in", "L4", null],
  ["authored", "L4", null],
])("of a tool of %s with %s: %s", (source, risk, words) => {
  expect(riskBeside({ ...testApproval().tool, source, risk })).toBe(words);
});
