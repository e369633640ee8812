import { spawn } from "node:child_process";
import path from "node:path";

const folder = import.meta.dirname;
const installed = path.resolve(
  folder,
  "../../../node_modules/@modelcontextprotocol/conformance/dist/index.js",
);

export type ConformanceRevision = "2025-11-25" | "2026-07-28";

/**
 * Every scenario of one revision. It exits with 0 when just those fail that the list beside this file gives a reason
 * for: one that fails without a reason, and one that passes in spite of it, are both told.
 */
export async function runConformance(
  url: string,
  revision: ConformanceRevision,
  program = installed,
): Promise<{ exitCode: number; output: string }> {
  const child = spawn(
    process.execPath,
    [
      program,
      "server",
      ...["--url", url],
      ...["--suite", "all"],
      ...["--spec-version", revision],
      ...["--expected-failures", path.join(folder, `conformance-${revision}.yml`)],
    ],
    { stdio: ["ignore", "pipe", "pipe"] },
  );
  const pieces: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (piece: string) => pieces.push(piece));
  }
  const exitCode = await new Promise<number>((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve(code ?? -1));
  });
  return { exitCode, output: pieces.join("") };
}
