import { z } from "zod";
import type { Tool } from "../tool.ts";
import { listWorkspace } from "../workspace/list-workspace.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { parseWorkspacePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";

export function createListFilesTool(workspace: Workspace): Tool {
  return defineTool({
    name: "list_files",
    title: "List files",
    description:
      "Lists the files of the workspace, or of one folder in it, with everything below: path, size in bytes and when each was last changed. Folders named .git and node_modules are left out.",
    input: z.strictObject({
      path: z
        .string()
        .optional()
        .describe("A folder, relative to the workspace; without it the whole workspace"),
    }),
    risk: "L0",
    asksByDefault: false,
    run: async ({ path }, { signal }) => {
      const folder = path === undefined || path === "" ? [] : parseWorkspacePath(path);
      const { files, total, note } = await listWorkspace(workspace, folder, signal);
      return note === null ? { files, total } : { files, total, note };
    },
  });
}
