import { VisibleText } from "@/components/ui/visible-text";
import type { ToolView } from "@/lib/tools/schema";

/** Where a server's tool comes from, and what the server says of it. */
export function ToolOrigin({ tool }: { tool: ToolView }) {
  if (tool.originalName === null) return null;
  const hints = Object.entries(tool.annotations ?? {})
    .filter(([name, value]) => name.endsWith("Hint") && typeof value === "boolean")
    .map(([name, value]) => `${name}: ${value}`);
  return (
    <span className="text-soft text-xs sm:ml-auto">
      <code>
        <VisibleText text={tool.originalName} />
      </code>{" "}
      on its server{hints.length > 0 ? `, which says ${hints.join(", ")}` : ", which gives no hints"}
    </span>
  );
}
