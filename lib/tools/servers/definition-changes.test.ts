import { expect, it } from "vitest";
import type { Definition } from "../../mcp-client/definition.ts";
import { definitionChanges } from "./definition-changes.ts";

const saying = (description: string, title: string): Definition => ({
  title,
  description,
  inputSchema: { type: "object" },
  annotations: {},
});

it("keeps what it worked out last, however much there is", () => {
  let looks = 0;
  const rows = Array.from({ length: 150 }, (_, n) => ({
    reviewed: saying("x", "x"),
    reviewed_fingerprint: "sha256:reviewed",
    get definition() {
      looks += 1;
      return saying("d".repeat(50_000), "t".repeat(50_000));
    },
    fingerprint: `sha256:${n}`,
  }));
  const changes = rows.map(definitionChanges);
  expect(changes.join("").length).toBeGreaterThan(10_000_000);
  looks = 0;
  expect(rows.slice(60).map(definitionChanges)).toEqual(changes.slice(60));
  expect(looks).toBe(0);
});

it("tells two apart that were reviewed at another place, by what was reviewed", () => {
  const row = {
    reviewed_fingerprint: "another tool",
    definition: saying("Now.", "Now"),
    fingerprint: "sha256:now",
  };
  expect(definitionChanges({ ...row, reviewed: saying("One.", "One") })).toContain("- One.");
  expect(definitionChanges({ ...row, reviewed: saying("Other.", "Other") })).toContain("- Other.");
});
