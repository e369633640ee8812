import { z } from "zod";
import type { Tool } from "../tool.ts";
import { withDirectory } from "../workspace/directory.ts";
import type { Workspace } from "../workspace/open-workspace.ts";
import { withFileIn } from "../workspace/regular-file.ts";
import { decodeText, maximumTextBytes, readBytes } from "../workspace/text-file.ts";
import { leftOutNote, unlessUnreadable } from "../workspace/unless-unreadable.ts";
import { walkFiles } from "../workspace/walk-files.ts";
import { parseWorkspacePath } from "../workspace/workspace-path.ts";
import { defineTool } from "./define-tool.ts";

const maximumMatches = 200;
const maximumFiles = 10_000;
const maximumLineLength = 300;

type Match = { path: string; line: number; text: string };

export function createSearchFilesTool(workspace: Workspace): Tool {
  return defineTool({
    name: "search_files",
    title: "Search files",
    description:
      "Finds the lines of the workspace's text files that contain a text. Plain text, upper and lower case alike; not a regular expression. Binary files and files over 2 MB are passed over.",
    input: z.strictObject({
      query: z.string().min(1).max(1_000).describe("The text to look for"),
      path: z.string().optional().describe("A folder to search in; without it the whole workspace"),
    }),
    risk: "L0",
    asksByDefault: false,
    run: async ({ query, path }, { signal }) => {
      const folder = path === undefined || path === "" ? [] : parseWorkspacePath(path);
      return await search(workspace, folder, query.toLowerCase(), signal);
    },
  });
}

async function search(
  workspace: Workspace,
  folder: string[],
  query: string,
  signal: AbortSignal,
): Promise<unknown> {
  return await withDirectory(workspace, folder, { create: false }, async (root) => {
    const matches: Match[] = [];
    let total = 0;
    let searched = 0;
    let unreadable = 0;
    const onUnreadable = () => {
      unreadable += 1;
    };
    for await (const { directory, name, file } of walkFiles(root, signal, onUnreadable)) {
      if (searched === maximumFiles) break;
      searched += 1;
      if (file.size > maximumTextBytes) continue;
      const reading = withFileIn(directory, name, (handle) => readBytes(handle, file.size));
      const bytes = await unlessUnreadable(reading, onUnreadable);
      const text = bytes && decodeText(bytes);
      if (!text) continue;
      for (const [index, line] of text.split("\n").entries()) {
        const at = line.toLowerCase().indexOf(query);
        if (at === -1) continue;
        total += 1;
        if (total <= maximumMatches)
          matches.push({ path: file.path, line: index + 1, text: excerpt(line, at) });
      }
    }
    const shown = `${matches.length} of ${total}`;
    const cut = searched === maximumFiles ? `Only ${maximumFiles} files were searched.` : null;
    const note = leftOutNote(cut, unreadable);
    return note === null ? { matches, shown } : { matches, shown, note };
  });
}

function excerpt(line: string, at: number): string {
  const whole = line.trimEnd();
  if (whole.length <= maximumLineLength) return whole;
  const start = Math.max(0, at - maximumLineLength / 2);
  const end = start + maximumLineLength;
  // Cutting between the halves of a pair would leave text that cannot be stored.
  const text = whole.slice(start, end).toWellFormed();
  return `${start > 0 ? "…" : ""}${text}${end < whole.length ? "…" : ""}`;
}
