import { lstat } from "node:fs/promises";
import { z } from "zod";
import { GroundChangedError, type Tool, type ToolContext, ToolError } from "../tool.ts";
import { FolderMissingError, withDirectory } from "../workspace/directory.ts";
import { errorCode, toToolError } from "../workspace/file-error.ts";
import type { WorkspaceLock } from "../workspace/lock.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { moveWithoutReplacing } from "../workspace/place-file.ts";
import { hashOf, withFile } from "../workspace/regular-file.ts";
import { type FilePath, parseFilePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";
import { describeFile } from "./describe-file.ts";
import { actOnSameGround, groundOf } from "./ground.ts";

type Move = { source: string; destination: string };

export function createMoveFileTool(workspace: Workspace): Tool {
  const look = async (input: Move, signal: AbortSignal) => {
    const source = parseFilePath(input.source);
    const destination = parseFilePath(input.destination);
    const file = await withFile(workspace, source, async (handle, facts) => ({
      ...facts,
      hash: await hashOf(handle, signal),
    }));
    if (!file) throw new ToolError(`There is no file "${source.text}".`);
    const makesFolder = await assertFree(workspace, destination);
    const ground = groundOf([
      { path: source.text, hash: file.hash },
      { path: destination.text, hash: null },
    ]);
    return { source, destination, file, makesFolder, ground };
  };
  return defineTool({
    name: "move_file",
    title: "Move file",
    description:
      "Moves or renames one file in the workspace. destination is the complete new path with the file's name; folders on its way are made; an existing file is never replaced.",
    input: z.strictObject({
      source: z.string().min(1).describe("The file as it is now, relative to the workspace"),
      destination: z.string().min(1).describe("Its new path, relative to the workspace"),
    }),
    risk: "L2",
    asksByDefault: true,
    foresee: async (input, { signal }) => {
      const { source, destination, file, makesFolder, ground } = await look(input, signal);
      const place = makesFolder ? "nothing stands there; its folder will be made" : "nothing stands there";
      const text = `From ${source.text}\n     ${describeFile(file, new Date())}\nTo   ${destination.text}\n     ${place}`;
      return { possible: true, preview: { kind: "file", text }, ground };
    },
    run: (input, context) =>
      actOnSameGround(
        workspace,
        context,
        `${input.source} or ${input.destination}`,
        () => look(input, context.signal),
        async ({ source, destination }, lock) => {
          await move(workspace, { context, lock }, source, destination);
          return { source: source.text, destination: destination.text };
        },
      ),
  });
}

/** Whether the folder of the destination is yet to be made; whatever stands at the destination refuses. */
async function assertFree(workspace: Workspace, destination: FilePath): Promise<boolean> {
  try {
    await withDirectory(workspace, destination.folder, { create: false }, async (directory) => {
      const standing = await lstat(directory.at(destination.name));
      const advice = standing.isDirectory() ? "is a folder; name the file in it too" : "exists already";
      throw new ToolError(`The destination "${destination.text}" ${advice}.`);
    });
    return false;
  } catch (error) {
    if (error instanceof FolderMissingError) return true;
    if (errorCode(error) === "ENOENT") return false;
    throw toToolError(error, destination.text);
  }
}

async function move(
  workspace: Workspace,
  { context, lock }: { context: ToolContext; lock: WorkspaceLock },
  source: FilePath,
  destination: FilePath,
): Promise<void> {
  await withDirectory(workspace, source.folder, { create: false }, (from) =>
    withDirectory(workspace, destination.folder, { create: true }, async (to) => {
      await Promise.all([from.assertInPlace(), to.assertInPlace()]);
      await lock.assertHeld();
      try {
        await moveWithoutReplacing(from, source.name, to, destination.name);
        await Promise.all([from.handle.sync(), to.handle.sync()]);
      } catch (error) {
        if (errorCode(error) === "EEXIST" && context.ground !== null) {
          throw new GroundChangedError(destination.text);
        }
        throw toToolError(error, destination.text);
      }
    }),
  );
}
