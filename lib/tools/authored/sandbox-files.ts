import { z } from "zod";
import { NotRunError, ToolError } from "../tool.ts";
import { withDirectory } from "../workspace/directory.ts";
import { errorCode } from "../workspace/file-error.ts";
import { withWorkspaceLock } from "../workspace/lock.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { placeFile } from "../workspace/place-file.ts";
import { withFile } from "../workspace/regular-file.ts";
import { maximumTextBytes, readTextFile } from "../workspace/text-file.ts";
import { type WorkspaceFile, walkFiles } from "../workspace/walk-files.ts";
import { parseFilePath, parseWorkspacePath } from "../workspace/workspace-path.ts";

const maximumListed = 5_000;

const path = z.string().max(4_000);
export const listRequestSchema = z.strictObject({ path: path.nullish() });
export const readRequestSchema = z.strictObject({ path });
export const writeRequestSchema = z.strictObject({ path, content: z.string() });

/** Every file below a folder. More than can be listed is refused: a part of a list passes for the whole. */
export function listFiles(
  workspace: Workspace,
  { path }: z.infer<typeof listRequestSchema>,
  signal: AbortSignal,
): Promise<WorkspaceFile[]> {
  const folder = path ? parseWorkspacePath(path) : [];
  return withDirectory(workspace, folder, { create: false }, async (directory) => {
    const files: WorkspaceFile[] = [];
    for await (const { file } of walkFiles(directory, signal)) {
      if (files.length === maximumListed) {
        throw new ToolError(`There are more than ${maximumListed} files; list a folder that has fewer.`);
      }
      files.push(file);
    }
    return files;
  });
}

export async function readFileText(
  workspace: Workspace,
  request: z.infer<typeof readRequestSchema>,
): Promise<string> {
  const path = parseFilePath(request.path);
  const file = await readTextFile(workspace, path);
  if (!file) throw new ToolError(`There is no file "${path.text}".`);
  return file.text;
}

/** Makes the file, with the folders on its way, or replaces it in one step. */
export async function writeFileText(
  workspace: Workspace,
  { path: given, content }: z.infer<typeof writeRequestSchema>,
  signal: AbortSignal,
): Promise<{ path: string; size: number }> {
  const path = parseFilePath(given);
  const size = Buffer.byteLength(content);
  if (size > maximumTextBytes) throw new ToolError("The content is larger than 2 MB.");
  await withWorkspaceLock(workspace, signal, async (lock) => {
    const mode = await withFile(workspace, path, async (_handle, facts) => facts.mode);
    signal.throwIfAborted();
    await withDirectory(workspace, path.folder, { create: true }, (directory) =>
      placeFile(directory, path.name, content, mode, lock),
    );
  }).catch((error: unknown) => {
    if (error instanceof NotRunError) throw new ToolError(error.message);
    if (errorCode(error) !== "EEXIST") throw error;
    throw new ToolError(`"${path.text}" was made by someone else meanwhile. Nothing was changed.`);
  });
  return { path: path.text, size };
}
