import { randomUUID } from "node:crypto";
import { lstat, mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { GroundChangedError, NotRunError, ToolError } from "../tool.ts";
import type { Directory } from "./directory.ts";
import { errorCode, toToolError } from "./file-error.ts";
import { lockName, newTemporaryName } from "./own-names.ts";

/** A change takes milliseconds: who holds the lock for so long died or stands still. */
const longestHoldMilliseconds = 10_000;

export type TakenLock = {
  /**
   * Just before a change: refuses when the lock was taken away from one that stood still, as others may have changed
   * what it looked at.
   */
  assertHeld: () => Promise<void>;
  release: () => Promise<void>;
};

/**
 * The lock is a folder in the workspace's root with one entry, named for the holder. It is put there by a rename, which
 * replaces an empty folder and none that has an entry; and it is free when the entry of that very holder is removed, by
 * the holder or by one that finds it dead. So nobody ever removes a lock that another took meanwhile.
 */
export async function takeLock(
  root: Directory,
  { signal, giveUpAt }: { signal: AbortSignal; giveUpAt: number },
): Promise<TakenLock> {
  for (;;) {
    signal.throwIfAborted();
    const entry = await tryToTake(root);
    if (entry !== null) return takenLock(root, entry);
    if (performance.now() >= giveUpAt) {
      throw new NotRunError("Another change of the workspace is under way. Nothing was done; try again.");
    }
    await pause(2 + Math.random() * 18);
  }
}

function takenLock(root: Directory, entry: string): TakenLock {
  return {
    assertHeld: async () => {
      const held = await lstat(root.at(entry)).catch(() => null);
      if (!held) throw new GroundChangedError("The workspace");
    },
    release: () =>
      rmdir(root.at(entry))
        .then(() => rmdir(root.at(lockName)))
        // Taken away, or by now another's: then there is nothing of ours to remove.
        .catch(() => undefined),
  };
}

/** The entry in the lock that is ours now; null when another holds it. */
async function tryToTake(root: Directory): Promise<string | null> {
  const holder = randomUUID();
  const prepared = newTemporaryName();
  try {
    await mkdir(root.at(prepared));
    await mkdir(root.at(`${prepared}/${holder}`));
    if (await putInPlace(root, prepared)) return `${lockName}/${holder}`;
    // The time by the file system's own clock, which is one for all hosts.
    const { mtimeMs: now } = await lstat(root.at(`${prepared}/${holder}`));
    await takeAwayFromTheDead(root, now);
    await rm(root.at(prepared), { recursive: true });
    return null;
  } catch (error) {
    await rm(root.at(prepared), { recursive: true, force: true }).catch(() => undefined);
    throw toToolError(error, lockName);
  }
}

async function putInPlace(root: Directory, prepared: string): Promise<boolean> {
  try {
    await rename(root.at(prepared), root.at(lockName));
    return true;
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST"].includes(errorCode(error) ?? "")) return false;
    throw error;
  }
}

async function takeAwayFromTheDead(root: Directory, now: number): Promise<void> {
  try {
    const lock = await root.openFolder(lockName);
    try {
      for (const holder of await readdir(lock.at())) {
        const since = (await lstat(lock.at(holder))).mtimeMs;
        // Of a time yet to come, too: the clock was set back since.
        if (Math.abs(now - since) > longestHoldMilliseconds) await rmdir(lock.at(holder));
      }
    } finally {
      await lock.handle.close();
    }
  } catch (error) {
    const isReleasedMeanwhile = error instanceof ToolError || errorCode(error) === "ENOENT";
    if (!isReleasedMeanwhile) throw error;
  }
}
