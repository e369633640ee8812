import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { Directory } from "./directory.ts";
import { toToolError } from "./file-error.ts";
import { isOwnName } from "./own-names.ts";
import { unlessUnreadable } from "./unless-unreadable.ts";

/** What version control and package managers keep is not what people mean by their files. */
const passedOver = new Set([".git", "node_modules"]);
const maximumDepth = 64;

export type WorkspaceFile = { path: string; size: number; modifiedAt: string };

type OpenFolder = { directory: Directory; entries: Dirent[] };

/**
 * Each regular file below a folder, in order of name. Links, pipes and devices are passed over. The folder is alive
 * while it is walked: what is gone is left out, and so is what cannot be read, each of which is told.
 */
export async function* walkFiles(
  directory: Directory,
  signal: AbortSignal,
  onUnreadable: () => void = () => {},
): AsyncGenerator<{ directory: Directory; name: string; file: WorkspaceFile }> {
  let entries: Dirent[];
  try {
    entries = await readEntries(directory);
  } catch (error) {
    throw toToolError(error, directory.text());
  }
  yield* walk({ directory, entries }, signal, onUnreadable);
}

async function* walk(
  { directory, entries }: OpenFolder,
  signal: AbortSignal,
  onUnreadable: () => void,
): ReturnType<typeof walkFiles> {
  for (const entry of entries) {
    signal.throwIfAborted();
    if (isOwnName(entry.name)) continue;
    if (entry.isFile()) {
      const stats = await unlessUnreadable(lstat(directory.at(entry.name)), onUnreadable);
      if (!stats?.isFile()) continue;
      const path = directory.text(entry.name);
      yield {
        directory,
        name: entry.name,
        file: { path, size: stats.size, modifiedAt: stats.mtime.toISOString() },
      };
    } else if (entry.isDirectory() && !passedOver.has(entry.name) && directory.names.length < maximumDepth) {
      const child = await unlessUnreadable(openFolder(directory, entry.name), onUnreadable);
      if (!child) continue;
      try {
        yield* walk(child, signal, onUnreadable);
      } finally {
        await child.directory.handle.close();
      }
    }
  }
}

async function openFolder(parent: Directory, name: string): Promise<OpenFolder> {
  const directory = await parent.openFolder(name);
  try {
    return { directory, entries: await readEntries(directory) };
  } catch (error) {
    await directory.handle.close();
    throw error;
  }
}

async function readEntries(directory: Directory): Promise<Dirent[]> {
  const entries = await readdir(directory.at(), { withFileTypes: true });
  return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
}
