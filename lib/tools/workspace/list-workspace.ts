import { withDirectory } from "./directory.ts";
import type { Workspace } from "./open-workspace.ts";
import { leftOutNote } from "./unless-unreadable.ts";
import { type WorkspaceFile, walkFiles } from "./walk-files.ts";

const maximumListed = 1_000;
const maximumCounted = 20_000;

export type WorkspaceListing = {
  files: WorkspaceFile[];
  total: number;
  /** Says what was left out; null when nothing was. */
  note: string | null;
};

/** The files of the workspace, or of one folder in it, with everything below. */
export function listWorkspace(
  workspace: Workspace,
  folder: readonly string[] = [],
  signal: AbortSignal = new AbortController().signal,
): Promise<WorkspaceListing> {
  return withDirectory(workspace, folder, { create: false }, async (directory) => {
    const files: WorkspaceFile[] = [];
    let total = 0;
    let unreadable = 0;
    const walked = walkFiles(directory, signal, () => {
      unreadable += 1;
    });
    for await (const { file } of walked) {
      total += 1;
      if (files.length < maximumListed) files.push(file);
      if (total === maximumCounted) break;
    }
    const counted = total === maximumCounted ? `more than ${total - 1}` : total;
    const cut = total > files.length ? `The first ${files.length} of ${counted} files.` : null;
    return { files, total, note: leftOutNote(cut, unreadable) };
  });
}
