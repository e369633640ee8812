import { Chip } from "@/components/ui/badge";
import type { ToolView } from "@/lib/tools/schema";

/** Says of a tool that each of its calls asks until a person has looked at its definition. */
export function ReviewChip({ tool }: { tool: Pick<ToolView, "review" | "isNew"> }) {
  if (tool.review === "reviewed") return null;
  return <Chip tone="amber">{tool.isNew ? "new, review it" : "changed, review it"}</Chip>;
}
