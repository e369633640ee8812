import { createHash } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { ToolError } from "../tool.ts";
import { assertInside, type Directory, FolderMissingError, withDirectory } from "./directory.ts";
import { errorCode, toToolError } from "./file-error.ts";
import type { Workspace } from "./open-workspace.ts";
import type { FilePath } from "./workspace-path.ts";

export type FileFacts = { size: number; modifiedAt: Date; mode: number };

/** A regular file, opened without following a link; O_NONBLOCK so that a pipe cannot hold us. */
export async function openRegularFile(
  directory: Directory,
  name: string,
): Promise<{ handle: FileHandle; facts: FileFacts }> {
  const handle = await open(
    directory.at(name),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  );
  await assertInside(handle, directory.root, [...directory.names, name], directory.reach);
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) throw new ToolError(`"${directory.text(name)}" is a folder, not a file.`);
    if (!stats.isFile()) throw new ToolError(`"${directory.text(name)}" is not a regular file.`);
    return { handle, facts: { size: stats.size, modifiedAt: stats.mtime, mode: stats.mode & 0o777 } };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Runs `work` on the open file; null when there is none. Anything that is no regular file is refused. */
export async function withFileIn<Result>(
  directory: Directory,
  name: string,
  work: (handle: FileHandle, facts: FileFacts) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { handle, facts } = await openRegularFile(directory, name);
    try {
      return await work(handle, facts);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (errorCode(error) === "ENOENT") return null;
    throw toToolError(error, directory.text(name));
  }
}

export async function withFile<Result>(
  workspace: Workspace,
  path: FilePath,
  work: (handle: FileHandle, facts: FileFacts) => Promise<Result>,
): Promise<Result | null> {
  try {
    return await withDirectory(workspace, path.folder, { create: false }, (directory) =>
      withFileIn(directory, path.name, work),
    );
  } catch (error) {
    if (error instanceof FolderMissingError) return null;
    throw error;
  }
}

export async function hashOf(handle: FileHandle, signal: AbortSignal): Promise<string> {
  const hash = createHash("sha256");
  const stream = handle.createReadStream({ autoClose: false, start: 0, signal });
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest("hex");
}
