import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, rename, unlink } from "node:fs/promises";
import type { Directory } from "./directory.ts";
import { errorCode, toToolError } from "./file-error.ts";
import type { WorkspaceLock } from "./lock.ts";
import { newTemporaryName } from "./own-names.ts";

/** File systems without hard links answer with one of these. */
const withoutLinks = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EMLINK"]);

/**
 * Writes the whole file beside its place, then puts it there in one step: a crash leaves the old or the new.
 * `mode` null means a new file, which never replaces one that appeared meanwhile (EEXIST). Writing takes its
 * time, so whether the lock is still held is looked at last of all.
 */
export async function placeFile(
  directory: Directory,
  name: string,
  content: string | Uint8Array,
  mode: number | null,
  lock: WorkspaceLock,
): Promise<void> {
  await directory.assertInPlace();
  const temporary = newTemporaryName();
  try {
    await writeTemporary(directory.at(temporary), content, mode);
    await lock.assertHeld();
    if (mode === null) await moveWithoutReplacing(directory, temporary, directory, name);
    else await rename(directory.at(temporary), directory.at(name));
    await directory.handle.sync();
  } catch (error) {
    await unlink(directory.at(temporary)).catch(() => undefined);
    throw errorCode(error) === "EEXIST" ? error : toToolError(error, directory.text(name));
  }
}

async function writeTemporary(
  path: string,
  content: string | Uint8Array,
  mode: number | null,
): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const handle: FileHandle = await open(path, flags, mode ?? 0o666);
  try {
    await handle.writeFile(content);
    // The mode given to open is cut by the umask.
    if (mode !== null) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** A rename replaces what stands at the destination; a link fails there instead, so it goes first. */
export async function moveWithoutReplacing(
  from: Directory,
  source: string,
  to: Directory,
  destination: string,
): Promise<void> {
  try {
    await link(from.at(source), to.at(destination));
  } catch (error) {
    if (!withoutLinks.has(errorCode(error) ?? "")) throw error;
    await renameIfFree(from.at(source), to.at(destination));
    return;
  }
  await unlink(from.at(source));
}

async function renameIfFree(source: string, destination: string): Promise<void> {
  const taken = await lstat(destination).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return null;
    throw error;
  });
  if (taken) throw Object.assign(new Error("The destination is taken"), { code: "EEXIST" });
  await rename(source, destination);
}
