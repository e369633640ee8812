import type { Tool } from "../tool.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { createAskUserTool } from "./ask-user.ts";
import { createCalculateTool } from "./calculate.ts";
import { createCurrentTimeTool } from "./current-time.ts";
import { createDeleteFileTool } from "./delete-file.ts";
import { createEditFileTool } from "./edit-file.ts";
import { createFetchUrlTool } from "./fetch-url.ts";
import { createListFilesTool } from "./list-files.ts";
import { createMoveFileTool } from "./move-file.ts";
import { createReadFileTool } from "./read-file.ts";
import { createSearchFilesTool } from "./search-files.ts";
import { createWriteFileTool } from "./write-file.ts";

export function createBuiltInTools({ workspace }: { workspace: Workspace }): Tool[] {
  return [
    createListFilesTool(workspace),
    createReadFileTool(workspace),
    createSearchFilesTool(workspace),
    createCurrentTimeTool(),
    createCalculateTool(),
    createWriteFileTool(workspace),
    createEditFileTool(workspace),
    createMoveFileTool(workspace),
    createFetchUrlTool(),
    createDeleteFileTool(workspace),
    createAskUserTool(),
  ];
}
