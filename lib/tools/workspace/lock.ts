import type { Workspace } from "./open-workspace.ts";

const held = new Map<string, Promise<unknown>>();

/** One change of the workspace at a time, so that what was checked is still so when it is acted on. */
export async function withWorkspaceLock<Result>(
  workspace: Workspace,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = held.get(workspace.root) ?? Promise.resolve();
  const mine = before.then(work);
  const settled = mine.then(
    () => undefined,
    () => undefined,
  );
  held.set(workspace.root, settled);
  try {
    return await mine;
  } finally {
    if (held.get(workspace.root) === settled) held.delete(workspace.root);
  }
}
