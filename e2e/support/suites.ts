import path from "node:path";
import { z } from "zod";
import type { Count, Suite } from "./run-suite.ts";

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.unknown()) })),
});

/** A file that could not even be loaded has no tests to its name, and is one failure. */
export function countVitest(report: string): Count {
  const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(JSON.parse(report));
  const broken = testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0);
  return { passed: numPassedTests, failed: numFailedTests + broken.length };
}

const playwrightReport = z.object({
  stats: z.object({ expected: z.number(), unexpected: z.number(), flaky: z.number() }),
  errors: z.array(z.unknown()),
});

export function countPlaywright(report: string): Count {
  const { stats, errors } = playwrightReport.parse(JSON.parse(report));
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length };
}

function vitest(name: string, project: string, reports: string): Suite {
  const file = path.join(reports, `${project}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  return {
    name,
    command: "vitest",
    parameters: ["run", `--project=${project}`, ...reporters],
    report: { file, count: countVitest },
  };
}

/** Seconds, no server: what one runs before every commit. */
export const fastSuites = (reports: string): Suite[] => [
  { name: "format and lint", command: "biome", parameters: ["ci", "--error-on-warnings"] },
  { name: "types", command: "tsc", parameters: ["--noEmit"] },
  vitest("import rules and unit tests", "unit", reports),
];

export const slowSuites = (reports: string): Suite[] => {
  const journeys = path.join(reports, "journeys.json");
  return [
    vitest("embedded database", "pglite", reports),
    vitest("Postgres server", "postgres", reports),
    { name: "build", command: "node", parameters: ["lib/cli/build.ts"] },
    vitest("promises", "promises", reports),
    {
      name: "journeys",
      command: "playwright",
      parameters: ["test", "--reporter=list,json"],
      environment: { PLAYWRIGHT_JSON_OUTPUT_FILE: journeys },
      report: { file: journeys, count: countPlaywright },
    },
  ];
};
