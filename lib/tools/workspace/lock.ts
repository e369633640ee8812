import { unlessAborted } from "../unless-aborted.ts";
import { withDirectory } from "./directory.ts";
import type { Workspace } from "./open-workspace.ts";
import { type TakenLock, takeLock } from "./take-lock.ts";

const longestWaitMilliseconds = 20_000;

const queued = new Map<string, Promise<unknown>>();

export type WorkspaceLock = Pick<TakenLock, "assertHeld">;

/**
 * One change of the workspace at a time, also of other processes, so that what was checked is still so when it is acted
 * on. Those of this process queue up first: one of them at a time contends for the lock.
 */
export async function withWorkspaceLock<Result>(
  workspace: Workspace,
  signal: AbortSignal,
  work: (lock: WorkspaceLock) => Promise<Result>,
): Promise<Result> {
  const { root } = workspace;
  const before = queued.get(root) ?? Promise.resolve();
  const mine = unlessAborted(before, signal).then(() => whileLocked(workspace, signal, work));
  // One that is aborted leaves the queue, and lets nobody pass those before it.
  const settled = Promise.allSettled([before, mine]).then(() => {
    if (queued.get(root) === settled) queued.delete(root);
  });
  queued.set(root, settled);
  return await mine;
}

function whileLocked<Result>(
  workspace: Workspace,
  signal: AbortSignal,
  work: (lock: WorkspaceLock) => Promise<Result>,
): Promise<Result> {
  return withDirectory(workspace, [], { create: false }, async (root) => {
    const giveUpAt = performance.now() + longestWaitMilliseconds;
    const lock = await takeLock(root, { signal, giveUpAt });
    try {
      return await work(lock);
    } finally {
      await lock.release();
    }
  });
}
