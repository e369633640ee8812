import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * Folders of one test run stand under one root, which whoever started the run removes at its end:
 * a worker that is killed cannot clean up after itself.
 */
export function openTemporaryRoot(): { path: string; remove: () => void } {
  const given = process.env.TEST_DIRECTORY;
  if (given) {
    mkdirSync(given, { recursive: true });
    return { path: given, remove: () => undefined };
  }
  const root = mkdtempSync(path.join(tmpdir(), "countersign-test-"));
  process.env.TEST_DIRECTORY = root;
  return {
    path: root,
    remove: () => {
      delete process.env.TEST_DIRECTORY;
      rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

export function temporaryDirectory(name: string): string {
  return mkdtempSync(path.join(process.env.TEST_DIRECTORY ?? tmpdir(), `${name}-`));
}
