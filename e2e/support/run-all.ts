/** `npm test`, and with --fast `npm run verify`: every suite to its end, then one line that counts them all. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runSuite } from "./run-suite.ts";
import { fastSuites, slowSuites } from "./suites.ts";

let interrupted = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}

const reports = mkdtempSync(path.join(tmpdir(), "countersign-reports-"));
const fastOnly = process.argv.includes("--fast");
const suites = [...fastSuites(reports), ...(fastOnly ? [] : slowSuites(reports))];
const total = { passed: 0, failed: 0 };
const failing: string[] = [];
for (const suite of suites) {
  const count = await runSuite(suite);
  total.passed += count.passed;
  total.failed += count.failed;
  if (count.failed > 0) failing.push(suite.name);
  if (interrupted) break;
}
rmSync(reports, { recursive: true, force: true });

if (failing.length > 0) console.log(`\nFailed: ${failing.join(", ")}`);
if (interrupted) console.log("\nInterrupted before the end.");
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 || interrupted ? 1 : 0;
