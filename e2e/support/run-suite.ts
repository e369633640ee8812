import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export type Count = { passed: number; failed: number };
export type Suite = {
  name: string;
  command: string;
  parameters: string[];
  environment?: Record<string, string>;
  /** Reads what the suite reported; a suite without it is one check that passes or fails. */
  report?: { file: string; count: (report: string) => Count };
};

const bin = path.resolve(import.meta.dirname, "../../node_modules/.bin");

/** Runs one suite to its end with its output in view. */
export async function runSuite(suite: Suite): Promise<Count> {
  process.stdout.write(`\n── ${suite.name}\n`);
  const succeeded = await new Promise<boolean>((resolve) => {
    const child = spawn(path.join(bin, suite.command), suite.parameters, {
      stdio: "inherit",
      env: { ...process.env, ...suite.environment },
    });
    const passOn = () => child.kill("SIGTERM");
    process.on("SIGTERM", passOn);
    child.once("error", () => resolve(false));
    child.once("close", (code) => {
      process.off("SIGTERM", passOn);
      resolve(code === 0);
    });
  });
  const counted = tally(suite, succeeded);
  if (suite.report && counted.passed === 0) process.stdout.write(`${suite.name}: no test passed\n`);
  return counted;
}

/** A suite that failed, or ran nothing, counts a failure even when its report names none. */
export function tally(suite: Suite, succeeded: boolean): Count {
  if (!suite.report) return succeeded ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
  const { file, count } = suite.report;
  const counted = existsSync(file) ? count(readFileSync(file, "utf8")) : { passed: 0, failed: 0 };
  const ranNothing = counted.passed + counted.failed === 0;
  const unexplained = counted.failed === 0 && (!succeeded || ranNothing);
  return unexplained ? { passed: counted.passed, failed: 1 } : counted;
}
