import { z } from "zod";
import { GroundChangedError, type Tool, type ToolContext, ToolError } from "../tool.ts";
import { withDirectory } from "../workspace/directory.ts";
import { errorCode } from "../workspace/file-error.ts";
import type { WorkspaceLock } from "../workspace/lock.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { placeFile } from "../workspace/place-file.ts";
import { maximumTextBytes, readTextFile } from "../workspace/text-file.ts";
import { type FilePath, parseFilePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";
import { actOnSameGround, groundOf } from "./ground.ts";
import { unifiedDiff } from "./unified-diff.ts";

export function createWriteFileTool(workspace: Workspace): Tool {
  const look = async (input: { path: string; content: string }) => {
    const path = parseFilePath(input.path);
    if (Buffer.byteLength(input.content) > maximumTextBytes)
      throw new ToolError("The content is larger than 2 MB.");
    const current = await readTextFile(workspace, path);
    return { path, current, ground: groundOf([{ path: path.text, hash: current?.hash ?? null }]) };
  };
  return defineTool({
    name: "write_file",
    title: "Write file",
    description:
      "Writes a text file in the workspace: makes a new one, with the folders on its way, or replaces the whole content of an existing one. To change a part of a file use edit_file.",
    input: z.strictObject({
      path: z.string().min(1).describe("The file, relative to the workspace"),
      content: z.string().describe("The complete new content"),
    }),
    risk: "L2",
    asksByDefault: true,
    foresee: async (input) => {
      const { path, current, ground } = await look(input);
      const text = unifiedDiff(path.text, current?.text ?? null, input.content);
      return { possible: true, preview: { kind: "diff", text }, ground };
    },
    run: (input, context) =>
      actOnSameGround(
        workspace,
        context,
        input.path,
        () => look(input),
        async ({ path, current }, lock) => {
          await put(workspace, { context, lock }, path, input.content, current?.mode ?? null);
          return { path: path.text, created: current === null, size: Buffer.byteLength(input.content) };
        },
      ),
  });
}

/** `mode` null for a new file: one that appeared since is not replaced. */
export async function put(
  workspace: Workspace,
  { context, lock }: { context: ToolContext; lock: WorkspaceLock },
  path: FilePath,
  content: string,
  mode: number | null,
): Promise<void> {
  try {
    await withDirectory(workspace, path.folder, { create: true }, (directory) =>
      placeFile(directory, path.name, content, mode, lock),
    );
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    if (context.ground !== null) throw new GroundChangedError(path.text);
    throw new ToolError(`"${path.text}" was made by someone else meanwhile. Nothing was changed.`);
  }
}
