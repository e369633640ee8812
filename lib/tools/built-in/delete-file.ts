import { unlink } from "node:fs/promises";
import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import { withDirectory } from "../workspace/directory.ts";
import { toToolError } from "../workspace/file-error.ts";
import type { WorkspaceLock } from "../workspace/lock.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { hashOf, withFile } from "../workspace/regular-file.ts";
import { decodeText, readBytes } from "../workspace/text-file.ts";
import { type FilePath, parseFilePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";
import { describeFile } from "./describe-file.ts";
import { actOnSameGround, groundOf } from "./ground.ts";

const shownBytes = 4_096;
const shownLines = 10;

export function createDeleteFileTool(workspace: Workspace): Tool {
  const look = async (input: { path: string }, signal: AbortSignal) => {
    const path = parseFilePath(input.path);
    const file = await withFile(workspace, path, async (handle, facts) => ({
      ...facts,
      beginning: await readBytes(handle, shownBytes),
      hash: await hashOf(handle, signal),
    }));
    if (!file) throw new ToolError(`There is no file "${path.text}".`);
    return { path, file, ground: groundOf([{ path: path.text, hash: file.hash }]) };
  };
  return defineTool({
    name: "delete_file",
    title: "Delete file",
    description: "Deletes one file in the workspace for good. Folders cannot be deleted.",
    input: z.strictObject({ path: z.string().min(1).describe("The file, relative to the workspace") }),
    risk: "L4",
    asksByDefault: true,
    foresee: async (input, { signal }) => {
      const { path, file, ground } = await look(input, signal);
      const text = `${path.text}\n${describeFile(file, new Date())}\n\n${firstLines(file)}`;
      return { possible: true, preview: { kind: "file", text }, ground };
    },
    run: (input, context) =>
      actOnSameGround(
        workspace,
        context,
        input.path,
        () => look(input, context.signal),
        async ({ path, file }, lock) => {
          await remove(workspace, path, lock);
          return { deleted: path.text, size: file.size };
        },
      ),
  });
}

function firstLines(file: { beginning: Buffer; size: number }): string {
  if (file.size === 0) return "(empty file)";
  const text = decodeText(file.beginning, { cutOff: file.size > file.beginning.length });
  if (text === null) return "(binary file: its content is not shown)";
  const lines = text.replace(/\n$/, "").split("\n");
  const more = lines.length > shownLines || file.size > file.beginning.length;
  return lines.slice(0, shownLines).join("\n") + (more ? "\n…" : "");
}

async function remove(workspace: Workspace, path: FilePath, lock: WorkspaceLock): Promise<void> {
  await withDirectory(workspace, path.folder, { create: false }, async (directory) => {
    await directory.assertInPlace();
    await lock.assertHeld();
    try {
      await unlink(directory.at(path.name));
      await directory.handle.sync();
    } catch (error) {
      throw toToolError(error, path.text);
    }
  });
}
