import { constants, existsSync } from "node:fs";
import { type FileHandle, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { ToolError } from "../tool.ts";
import { errorCode, toToolError } from "./file-error.ts";
import type { Workspace } from "./open-workspace.ts";

/**
 * How a name inside an open folder is reached. Through the descriptor, a folder that is swapped for a link
 * while we work changes nothing; systems without /proc get the path itself and the check of `assertInside`.
 */
export type Reach = "descriptor" | "path";

export const defaultReach: Reach =
  process.platform === "linux" && existsSync("/proc/self/fd") ? "descriptor" : "path";

/** An open folder of the workspace that was reached without following a link. */
export class Directory {
  readonly handle: FileHandle;
  readonly root: string;
  readonly names: readonly string[];
  readonly reach: Reach;

  constructor(handle: FileHandle, root: string, names: readonly string[], reach: Reach) {
    this.handle = handle;
    this.root = root;
    this.names = names;
    this.reach = reach;
  }

  /** The path for system calls on this folder itself, or on a name in it. */
  at(name?: string): string {
    const folder =
      this.reach === "descriptor" ? `/proc/self/fd/${this.handle.fd}` : path.join(this.root, ...this.names);
    return name === undefined ? folder : `${folder}/${name}`;
  }

  text(name?: string): string {
    return (name === undefined ? this.names : [...this.names, name]).join("/") || ".";
  }

  /** Just before a change: refuses a folder that was moved or swapped since it was opened. */
  async assertInPlace(): Promise<void> {
    if (await isWhereExpected(this.handle, this.root, this.names, this.reach)) return;
    throw leadsOut(this.names);
  }

  async openFolder(name: string): Promise<Directory> {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    const handle = await open(this.at(name), flags);
    const names = [...this.names, name];
    await assertInside(handle, this.root, names, this.reach);
    return new Directory(handle, this.root, names, this.reach);
  }
}

/** Closes the handle and refuses it when what it opened is not where its path says. */
export async function assertInside(
  handle: FileHandle,
  root: string,
  names: readonly string[],
  reach: Reach,
): Promise<void> {
  try {
    if (await isWhereExpected(handle, root, names, reach)) return;
  } catch (error) {
    await handle.close();
    throw error;
  }
  await handle.close();
  throw leadsOut(names);
}

const leadsOut = (names: readonly string[]): ToolError =>
  new ToolError(`"${names.join("/") || "."}" leads out of the workspace or was moved meanwhile.`);

async function isWhereExpected(
  handle: FileHandle,
  root: string,
  names: readonly string[],
  reach: Reach,
): Promise<boolean> {
  const expected = path.join(root, ...names);
  if (reach === "descriptor") return (await readlink(`/proc/self/fd/${handle.fd}`)) === expected;
  const real = await realpath(expected);
  // Inside rather than equal: file systems that ignore case answer with the stored spelling.
  if (real !== root && !real.startsWith(root + path.sep)) return false;
  const [opened, found] = await Promise.all([handle.stat({ bigint: true }), stat(real, { bigint: true })]);
  return opened.dev === found.dev && opened.ino === found.ino;
}

/** Opens each folder on the way in turn, gives the last one to `work`, and closes it. */
export async function withDirectory<Result>(
  workspace: Workspace,
  names: readonly string[],
  options: { create: boolean; reach?: Reach },
  work: (directory: Directory) => Promise<Result>,
): Promise<Result> {
  let directory = await openRoot(workspace.root, options.reach ?? defaultReach);
  try {
    for (const name of names) {
      const parent = directory;
      directory = await openChild(parent, name, options.create);
      await parent.handle.close();
    }
    return await work(directory);
  } finally {
    await directory.handle.close();
  }
}

async function openRoot(root: string, reach: Reach): Promise<Directory> {
  try {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    const handle = await open(root, flags);
    await assertInside(handle, root, [], reach);
    return new Directory(handle, root, [], reach);
  } catch (error) {
    if (error instanceof ToolError) throw error;
    throw new ToolError(`The workspace folder cannot be opened (${errorCode(error) ?? "unknown error"}).`);
  }
}

async function openChild(parent: Directory, name: string, create: boolean): Promise<Directory> {
  try {
    return await parent.openFolder(name);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw toToolError(error, parent.text(name));
    if (!create) throw new FolderMissingError(parent.text(name));
  }
  try {
    await mkdir(parent.at(name)).catch((error: unknown) => {
      if (errorCode(error) !== "EEXIST") throw error;
    });
    return await parent.openFolder(name);
  } catch (error) {
    throw toToolError(error, parent.text(name));
  }
}

export class FolderMissingError extends ToolError {
  constructor(path: string) {
    super(`There is no folder "${path}".`);
  }
}
