import { describe, expect, it } from "vitest";
import { type CallFacts, judge } from "./verdict.ts";

const flagged: CallFacts = {
  toolName: "delete_file",
  tool: { enabled: true, approvalMode: "required" },
  changed: false,
  isNew: false,
  question: false,
  invalidArguments: null,
  rejectedBefore: false,
  impossible: null,
};

describe("judge", () => {
  const table: [string, Partial<CallFacts>, "allow" | "ask" | "deny", RegExp][] = [
    ["a flagged tool asks", {}, "ask", /flagged/],
    ["a changed tool asks", { changed: true }, "ask", /changed since it was reviewed/],
    ["a new tool asks", { changed: true, isNew: true }, "ask", /^The tool is new/],
    [
      "a changed tool asks whatever its flag says",
      { changed: true, tool: { enabled: true, approvalMode: "disabled" } },
      "ask",
      /changed since it was reviewed/,
    ],
    [
      "a question asks whatever its flag says",
      { question: true, tool: { enabled: true, approvalMode: "disabled" } },
      "ask",
      /question/,
    ],
    ["an invalid question is not asked", { question: true, invalidArguments: "empty" }, "deny", /invalid/],
    [
      "an unflagged tool passes",
      { tool: { enabled: true, approvalMode: "disabled" } },
      "allow",
      /not flagged/,
    ],
    ["an unknown tool is refused", { tool: null }, "deny", /no such tool/],
    [
      "a tool that is off is refused",
      { tool: { enabled: false, approvalMode: "disabled" } },
      "deny",
      /switched off/,
    ],
    ["invalid arguments never ask", { invalidArguments: "path: must be a string" }, "deny", /invalid/],
    ["a repeat of what was rejected never asks", { rejectedBefore: true }, "deny", /rejected before/],
    ["what cannot succeed never asks", { impossible: "no such file" }, "deny", /cannot succeed/],
    [
      "off comes before invalid",
      { tool: { enabled: false, approvalMode: "required" }, invalidArguments: "x" },
      "deny",
      /off/,
    ],
    ["invalid comes before rejected", { invalidArguments: "x", rejectedBefore: true }, "deny", /invalid/],
    [
      "a repeat is refused even where the flag was turned off since",
      { rejectedBefore: true, tool: { enabled: true, approvalMode: "disabled" } },
      "deny",
      /rejected before/,
    ],
  ];
  it.each(table)("%s", (_name, change, kind, because) => {
    const verdict = judge({ ...flagged, ...change });
    expect(verdict.kind).toBe(kind);
    expect(verdict.because.join(" ")).toMatch(because);
    if (verdict.kind === "deny") expect(verdict.message).toMatch(/^Not run: /);
  });
});
