import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { importedFiles } from "./imports.ts";

const root = path.resolve(import.meta.dirname, "../..");
const stamp = path.join(root, ".next/countersign-sources");

const roots = ["{app,components}/**/*.*", "{next,postcss}.config.*", "{proxy,instrumentation}*.ts"];
const settings = ["package-lock.json", "tsconfig.json"];

/** Builds the pages unless those that stand there were built from these very sources. */
export function buildIfNeeded(): void {
  const sources = hashOfSources();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === sources) return;
  process.stderr.write("Building the pages: once, and it can take a minute or two…\n");
  // A build that breaks off leaves no pages: they must not count as those that stood there before.
  rmSync(stamp, { force: true });
  const next = path.join(root, "node_modules/next/dist/bin/next");
  const built = spawnSync(process.execPath, [next, "build"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" },
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (built.status !== 0) {
    throw new Error(`The build failed.\n${built.stdout}${built.stderr}${built.error?.message ?? ""}`);
  }
  writeFileSync(stamp, sources);
}

/** The pages, and of the rest what the pages import: a change of the server alone needs no new build. */
function hashOfSources(): string {
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  const files = new Set(globSync(roots, { cwd: root }).filter((file) => !isTest(file)));
  for (const file of files) {
    if (!/\.[mc]?tsx?$/.test(file)) continue;
    for (const imported of importedFiles(root, file)) {
      if (existsSync(path.join(root, imported.file))) files.add(imported.file);
    }
  }
  const hash = createHash("sha256").update(process.version);
  for (const file of [...files, ...settings].sort()) {
    hash
      .update(file)
      .update("\0")
      .update(readFileSync(path.join(root, file)))
      .update("\0");
  }
  return hash.digest("hex");
}

if (import.meta.main) buildIfNeeded();
