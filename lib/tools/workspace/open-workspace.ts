import { lstat, mkdir, mkdtemp, realpath, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { errorCode } from "./file-error.ts";
import { writeSample } from "./sample.ts";

/** The folder that the file tools work in; `root` is its real path, with every link above it resolved. */
export type Workspace = { readonly root: string };

/** Opens the folder. One that is missing is made, with a few sample files to ask about. */
export async function openWorkspace(folder: string): Promise<Workspace> {
  const absolute = path.resolve(folder);
  if (!(await exists(absolute))) await createWithSample(absolute);
  const root = await realpath(absolute);
  if (!(await stat(root)).isDirectory()) throw new Error(`The workspace ${absolute} is not a folder`);
  return { root };
}

async function exists(absolute: string): Promise<boolean> {
  try {
    await lstat(absolute);
    return true;
  } catch (error) {
    if (errorCode(error) === "ENOENT") return false;
    throw error;
  }
}

/** Made beside its place and moved there whole: a start that is cut off leaves no half sample behind. */
async function createWithSample(absolute: string): Promise<void> {
  await mkdir(path.dirname(absolute), { recursive: true });
  const prepared = await mkdtemp(`${absolute}.new-`);
  try {
    await writeSample(prepared);
    await rename(prepared, absolute);
  } catch (error) {
    await rm(prepared, { recursive: true, force: true });
    // Another instance was first; its folder serves.
    if (!["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) throw error;
  }
}
