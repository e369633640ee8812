import { type Ground, GroundChangedError, type ToolContext, ToolError } from "../tool.ts";
import { type WorkspaceLock, withWorkspaceLock } from "../workspace/lock.ts";
import type { Workspace } from "../workspace/open-workspace.ts";

/** A line for each file concerned: the hash of its content, or that there is none. */
export function groundOf(files: readonly { path: string; hash: string | null }[]): Ground {
  return files.map(({ path, hash }) => `${hash === null ? "absent" : `sha256:${hash}`} ${path}`).join("\n");
}

/**
 * Looks again, compares with what was shown, and acts, with no other change of the workspace in between;
 * `act` asserts just before it changes something that the lock is still held.
 * What is impossible now was possible when it was shown, so that counts as changed too.
 */
export function actOnSameGround<Seen extends { ground: Ground }, Result>(
  workspace: Workspace,
  context: ToolContext,
  what: string,
  look: () => Promise<Seen>,
  act: (seen: Seen, lock: WorkspaceLock) => Promise<Result>,
): Promise<Result> {
  return withWorkspaceLock(workspace, context.signal, async (lock) => {
    const seen = await look().catch((error: unknown) => {
      if (context.ground !== null && error instanceof ToolError) throw new GroundChangedError(what);
      throw error;
    });
    if (context.ground !== null && seen.ground !== context.ground) throw new GroundChangedError(what);
    context.signal.throwIfAborted();
    return await act(seen, lock);
  });
}
