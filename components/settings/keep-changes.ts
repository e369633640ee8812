import type { ToolView } from "@/lib/tools/schema";

/** A list leaves out long changes: those that were fetched stay where they are of the very definition it tells of. */
export function keepChanges(known: readonly ToolView[] | null, listed: readonly ToolView[]): ToolView[] {
  const fetched = new Map(known?.map((tool) => [tool.name, tool]));
  return listed.map((tool) => {
    if (tool.review !== "changed" || tool.changes !== null) return tool;
    const before = fetched.get(tool.name);
    return before && before.fingerprint === tool.fingerprint ? { ...tool, changes: before.changes } : tool;
  });
}
