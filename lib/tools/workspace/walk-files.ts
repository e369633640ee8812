import { lstat, readdir } from "node:fs/promises";
import { ToolError } from "../tool.ts";
import type { Directory } from "./directory.ts";
import { errorCode } from "./file-error.ts";
import { isTemporaryName } from "./workspace-path.ts";

/** What version control and package managers keep is not what people mean by their files. */
const passedOver = new Set([".git", "node_modules"]);
const maximumDepth = 64;

export type WorkspaceFile = { path: string; size: number; modifiedAt: string };

/** Each regular file below a folder, in order of name. Links, pipes and devices are passed over. */
export async function* walkFiles(
  directory: Directory,
  signal: AbortSignal,
): AsyncGenerator<{ directory: Directory; name: string; file: WorkspaceFile }> {
  const entries = await readdir(directory.at(), { withFileTypes: true });
  entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  for (const entry of entries) {
    signal.throwIfAborted();
    if (entry.isFile() && !isTemporaryName(entry.name)) {
      const stats = await unlessVanished(lstat(directory.at(entry.name)));
      if (!stats?.isFile()) continue;
      const path = directory.text(entry.name);
      yield {
        directory,
        name: entry.name,
        file: { path, size: stats.size, modifiedAt: stats.mtime.toISOString() },
      };
    } else if (entry.isDirectory() && !passedOver.has(entry.name) && directory.names.length < maximumDepth) {
      const child = await unlessVanished(directory.openFolder(entry.name));
      if (!child) continue;
      try {
        yield* walkFiles(child, signal);
      } finally {
        await child.handle.close();
      }
    }
  }
}

/** The folder is alive while it is walked: what is gone, replaced or unreadable is left out. */
async function unlessVanished<Value>(value: Promise<Value>): Promise<Value | null> {
  try {
    return await value;
  } catch (error) {
    if (
      error instanceof ToolError ||
      ["ENOENT", "ENOTDIR", "ELOOP", "EACCES"].includes(errorCode(error) ?? "")
    )
      return null;
    throw error;
  }
}
