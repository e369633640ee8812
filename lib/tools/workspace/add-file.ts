import { AppError } from "../../errors.ts";
import { NotRunError, ToolError } from "../tool.ts";
import { withDirectory } from "./directory.ts";
import { errorCode } from "./file-error.ts";
import { withWorkspaceLock } from "./lock.ts";
import type { Workspace } from "./open-workspace.ts";
import { placeFile } from "./place-file.ts";
import type { WorkspaceFile } from "./walk-files.ts";
import { parseWorkspacePath } from "./workspace-path.ts";

const maximumBytes = 10 * 1024 * 1024;

/** Puts a file that a person dropped into the workspace; it never replaces one. */
export async function addFile(workspace: Workspace, name: string, bytes: Uint8Array): Promise<WorkspaceFile> {
  const safeName = parseName(name);
  if (bytes.byteLength > maximumBytes) throw new AppError("too_large", "A file may have at most 10 MB.");
  try {
    await withWorkspaceLock(workspace, new AbortController().signal, (lock) =>
      withDirectory(workspace, [], { create: false }, (directory) =>
        placeFile(directory, safeName, bytes, null, lock),
      ),
    );
  } catch (error) {
    if (errorCode(error) === "EEXIST") {
      throw new AppError("conflict", "A file of this name is in the workspace already.", { field: "name" });
    }
    if (error instanceof ToolError || error instanceof NotRunError) {
      throw new AppError("unavailable", error.message);
    }
    throw error;
  }
  return { path: safeName, size: bytes.byteLength, modifiedAt: new Date().toISOString() };
}

function parseName(name: string): string {
  try {
    const names = name.isWellFormed() ? parseWorkspacePath(name) : [];
    if (names.length === 1 && names[0] === name) return name;
  } catch (error) {
    if (error instanceof ToolError) throw new AppError("invalid", error.message, { field: "name" });
    throw error;
  }
  throw new AppError("invalid", "The name must be a plain file name without folders.", { field: "name" });
}
