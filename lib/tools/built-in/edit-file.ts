import { z } from "zod";
import { type Tool, ToolError } from "../tool.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { maximumTextBytes, readTextFile } from "../workspace/text-file.ts";
import { parseFilePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";
import { actOnSameGround, groundOf } from "./ground.ts";
import { unifiedDiff } from "./unified-diff.ts";
import { put } from "./write-file.ts";

type Edit = { path: string; oldText: string; newText: string };

export function createEditFileTool(workspace: Workspace): Tool {
  const look = async (input: Edit) => {
    const path = parseFilePath(input.path);
    const current = await readTextFile(workspace, path);
    if (!current) throw new ToolError(`There is no file "${path.text}".`);
    const { text, line } = replaceOnce(current.text, input, path.text);
    const ground = groundOf([{ path: path.text, hash: current.hash }]);
    return { path, current, text, line, ground };
  };
  return defineTool({
    name: "edit_file",
    title: "Edit file",
    description:
      "Replaces one passage of a text file in the workspace. oldText must occur exactly once in the file, letter by letter, spaces and line breaks included; add lines around it until it does.",
    input: z.strictObject({
      path: z.string().min(1).describe("The file, relative to the workspace"),
      oldText: z.string().min(1).describe("The passage as it stands in the file now"),
      newText: z.string().describe("What to put in its place"),
    }),
    risk: "L2",
    asksByDefault: true,
    foresee: async (input) => {
      const { path, current, text, ground } = await look(input);
      const preview = { kind: "diff" as const, text: unifiedDiff(path.text, current.text, text) };
      return { possible: true, preview, ground };
    },
    run: (input, context) =>
      actOnSameGround(
        workspace,
        context,
        input.path,
        () => look(input),
        async ({ path, current, text, line }, lock) => {
          await put(workspace, { context, lock }, path, text, current.mode);
          return { path: path.text, line, size: Buffer.byteLength(text) };
        },
      ),
  });
}

function replaceOnce(text: string, edit: Edit, path: string): { text: string; line: number } {
  if (edit.oldText === edit.newText) throw new ToolError("oldText and newText are the same.");
  const at = text.indexOf(edit.oldText);
  if (at === -1)
    throw new ToolError(`oldText does not occur in "${path}". Read the file and copy it exactly.`);
  // From the next character on, so that passages that overlap count as two.
  if (text.indexOf(edit.oldText, at + 1) !== -1) {
    throw new ToolError(`oldText occurs more than once in "${path}". Add lines around it.`);
  }
  const changed = text.slice(0, at) + edit.newText + text.slice(at + edit.oldText.length);
  if (Buffer.byteLength(changed) > maximumTextBytes)
    throw new ToolError("The file would be larger than 2 MB.");
  return { text: changed, line: text.slice(0, at).split("\n").length };
}
