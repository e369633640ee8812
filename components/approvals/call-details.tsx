import { isMcpResult } from "@/components/results/mcp-result";
import { ResultView } from "@/components/results/result-view";
import { cx } from "@/components/ui/cx";
import { VisibleText } from "@/components/ui/visible-text";
import type { Call } from "@/lib/runs/schema";
import { hasOutput, problemOf } from "./call-end";
import { OutputView } from "./output-view";

/** The begin of what went wrong; the whole of it is where the call is opened. */
export function CallProblem({ call, className }: { call: Call; className?: string }) {
  const problem = problemOf(call);
  if (problem === null) return null;
  return (
    <p className={cx("line-clamp-3 text-sm [overflow-wrap:anywhere]", className)}>
      <VisibleText text={problem} />
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
