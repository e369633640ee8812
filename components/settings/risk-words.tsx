import { Chip } from "@/components/ui/badge";
import { riskWords } from "@/lib/policy/risk";
import type { ToolView } from "@/lib/tools/schema";

/** The tool's own risk, and what is left of it when a person is asked about each call. */
export function RiskWords({ tool }: { tool: Pick<ToolView, "risk" | "composedRisk"> }) {
  const { risk, composedRisk } = tool;
  return (
    <span className="inline-flex flex-wrap items-center gap-x-1.5 align-top">
      <Chip tone={risk >= "L4" ? "red" : "neutral"}>{riskWords[risk]}</Chip>
      {composedRisk !== risk && (
        <span className="text-soft text-xs" title="What is left of it when a person is asked about each call">
          {riskWords[composedRisk].toLowerCase()} when asked
        </span>
      )}
    </span>
  );
}
