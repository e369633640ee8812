import { isMcpResult } from "@/components/results/mcp-result";
import { ResultView } from "@/components/results/result-view";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Call } from "@/lib/runs/schema";
import { OutputView } from "./output-view";

export function hasOutput(call: Call): boolean {
  return call.error === null && call.result !== null && call.result !== undefined;
}

/** Why there is no output, where the reader cannot know: of a rejection it only repeats what the agent was told. */
export function CallProblem({ call, className }: { call: Call; className?: string }) {
  const known = ["rejected", "expired", "cancelled"].includes(call.state);
  if (call.error === null || known) return null;
  return (
    <p className={cx("line-clamp-3 text-sm [overflow-wrap:anywhere]", className)} title={call.error}>
      <VisibleText text={call.error} />
    </p>
  );
}

/** What came out of a call: its output, or what the agent was told instead. */
export function CallOutcome({ call }: { call: Call }) {
  if (isMcpResult(call.result) && call.tool.source?.startsWith("mcp:")) {
    return <ResultView result={call.result} />;
  }
  if (hasOutput(call)) return <OutputView name="Output" value={call.result} />;
  return call.error === null ? null : <OutputView name="What the agent was told" value={call.error} />;
}
