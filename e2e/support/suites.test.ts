import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { tally } from "./run-suite.ts";
import { countPlaywright, countVitest } from "./suites.ts";

describe("counting", () => {
  test("a vitest file that could not be loaded is a failure", () => {
    const testResults = [
      { status: "passed", assertionResults: [{}, {}] },
      { status: "failed", assertionResults: [{}] },
      { status: "failed", assertionResults: [] },
    ];
    const report = JSON.stringify({ numPassedTests: 2, numFailedTests: 1, testResults });
    expect(countVitest(report)).toEqual({ passed: 2, failed: 2 });
  });

  test("a flaky journey and an error outside the tests are failures", () => {
    const report = JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 1 }, errors: [{}] });
    expect(countPlaywright(report)).toEqual({ passed: 4, failed: 3 });
  });
});

describe("a suite", () => {
  const check = { name: "check", command: "true", parameters: [] };
  const folder = mkdtempSync(path.join(tmpdir(), "countersign-"));
  const file = path.join(folder, "report.json");
  afterAll(() => rmSync(folder, { recursive: true }));
  const counting = (passed: number, failed: number) => ({
    ...check,
    report: { file, count: () => ({ passed, failed }) },
  });

  test("without a report is one check", () => {
    expect(tally(check, true)).toEqual({ passed: 1, failed: 0 });
    expect(tally(check, false)).toEqual({ passed: 0, failed: 1 });
  });

  test("that wrote no report fails", () => {
    expect(tally(counting(3, 0), true)).toEqual({ passed: 0, failed: 1 });
  });

  test("that ran nothing, or ended badly without naming a failure, fails", () => {
    writeFileSync(file, "{}");
    expect(tally(counting(0, 0), true)).toEqual({ passed: 0, failed: 1 });
    expect(tally(counting(3, 0), false)).toEqual({ passed: 3, failed: 1 });
    expect(tally(counting(3, 2), false)).toEqual({ passed: 3, failed: 2 });
    expect(tally(counting(3, 0), true)).toEqual({ passed: 3, failed: 0 });
  });
});
