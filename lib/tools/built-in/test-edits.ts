import { openWorkspace } from "../workspace/open-workspace.ts";
import { createEditFileTool } from "./edit-file.ts";

/** A process of its own that makes the edits it is sent, one after the other. */
const tool = createEditFileTool(await openWorkspace(process.argv[2] ?? ""));
const { signal } = new AbortController();

process.once("message", async (edits: Record<string, unknown>[]) => {
  for (const edit of edits) await tool.run(edit, { signal, ground: null });
  process.disconnect();
});
process.send?.("ready");
