import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { readTextFile } from "../workspace/text-file.ts";
import { parseFilePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";

const defaultLimit = 2_000;

export function createReadFileTool(workspace: Workspace): Tool {
  return defineTool({
    name: "read_file",
    title: "Read file",
    description:
      "Reads a text file of the workspace. A long one can be read in parts: offset is how many lines to skip, limit how many to read. Binary files are refused.",
    input: z.strictObject({
      path: z.string().min(1).describe("The file, relative to the workspace"),
      offset: z.int().min(0).optional().describe("Lines to skip; 0 unless given"),
      limit: z.int().min(1).max(100_000).optional().describe(`Lines to read; ${defaultLimit} unless given`),
    }),
    risk: "L0",
    asksByDefault: false,
    run: async ({ path, offset = 0, limit = defaultLimit }) => {
      const parsed = parseFilePath(path);
      const file = await readTextFile(workspace, parsed);
      if (!file) throw new ToolError(`There is no file "${parsed.text}".`);
      return part(file.text, parsed.text, offset, limit);
    },
  });
}

function part(text: string, path: string, offset: number, limit: number): string {
  if (text === "") return "(The file is empty.)";
  const lines = text.split(/(?<=\n)/);
  if (offset >= lines.length) throw new ToolError(`"${path}" has only ${lines.length} lines.`);
  const chosen = lines.slice(offset, offset + limit);
  if (chosen.length === lines.length) return text;
  return `${chosen.join("").trimEnd()}\n\n(Lines ${offset + 1} to ${offset + chosen.length} of ${lines.length}.)`;
}
