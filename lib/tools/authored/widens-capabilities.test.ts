import { expect, test } from "vitest";
import { widensCapabilities } from "./widens-capabilities.ts";

const all = { hosts: ["a.example.com", "b.example.com"], files: "write", secrets: ["ONE", "TWO"] } as const;

test.each([
  [{}, { hosts: ["a.example.com"] }],
  [{ hosts: ["a.example.com"] }, { hosts: ["b.example.com"] }],
  [{ hosts: ["a.example.com"] }, { hosts: ["a.example.com", "*.example.com"] }],
  [{ secrets: ["ONE"] }, { secrets: ["ONE", "TWO"] }],
  [{}, { files: "read" }],
  [{ files: "read" }, { files: "write" }],
  [
    { hosts: ["a.example.com"], files: "write" },
    { files: "read", secrets: ["ONE"] },
  ],
] as const)("from %o to %o it is wider", (earlier, later) => {
  expect(widensCapabilities(earlier, later)).toBe(true);
});

test.each([
  [{}, {}],
  [all, {}],
  [all, { ...all, hosts: ["b.example.com", "a.example.com"] }],
  [{ files: "write" }, { files: "read" }],
] as const)("from %o to %o it is not", (earlier, later) => {
  expect(widensCapabilities(earlier, later)).toBe(false);
});
