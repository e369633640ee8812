"use client";

import { OutputView } from "@/components/approvals/output-view";
import { isMcpResult } from "@/components/results/mcp-result";
import { ResultView } from "@/components/results/result-view";
import { Chip } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Spinner } from "@/components/ui/spinner";
import { VisibleText } from "@/components/ui/visible-text";
import { ArgumentsForm } from "./arguments-form";
import { ElicitationCard } from "./elicitation-card";
import type { CallOutcome, InspectedTool } from "./inspector-types";
import { useArguments } from "./use-arguments";
import { useInspectedCall } from "./use-inspection";

/** One tool: its form, what is asked in the middle of its call, and what it gives back. */
export function CallPanel({ target, tool }: { target: string; tool: InspectedTool }) {
  const input = useArguments(tool.inputSchema, "form");
  const { call, answer, leave, running, elicitation, outcome } = useInspectedCall();
  const start = () => {
    const given = input.read();
    if (given) void call(target, tool.name, given);
  };
  return (
    <section aria-label={tool.name} className="flex min-w-0 flex-col gap-4">
      <div>
        <h2 className="break-all font-mono font-semibold text-md">
          <VisibleText text={tool.name} />
        </h2>
        {tool.title && tool.title !== tool.name && (
          <p>
            <VisibleText text={tool.title} />
          </p>
        )}
        <p className="whitespace-pre-wrap text-soft text-sm [overflow-wrap:anywhere]">
          <VisibleText text={tool.description || "It is not described."} />
        </p>
      </div>
      <div className="flex flex-col gap-4 rounded-xl border bg-card p-4">
        <ArgumentsForm draft={input} label="Arguments" />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" aria-disabled={running} onClick={() => !running && start()}>
            Call
          </Button>
          {running && <Button onClick={leave}>Stop</Button>}
          <p role="status" className="flex items-center gap-2 text-sm text-soft">
            {running && (
              <>
                <Spinner /> {elicitation ? "Waiting for the answer" : "Calling"}
              </>
            )}
          </p>
        </div>
      </div>
      {elicitation && (
        <ElicitationCard
          key={elicitation.id}
          elicitation={elicitation}
          onAnswer={(action) => answer(elicitation.id, action)}
        />
      )}
      {outcome && !running && <Outcome outcome={outcome} />}
    </section>
  );
}

function Outcome({ outcome }: { outcome: CallOutcome }) {
  if (outcome.kind === "error") return <Notice>{outcome.message}</Notice>;
  const { kind: _, ...result } = outcome;
  return (
    <section aria-label="Result" className="flex flex-col gap-2 rounded-xl border bg-card p-4">
      <p>
        <Chip tone={result.isError ? "red" : "green"}>{result.isError ? "Error" : "Result"}</Chip>
      </p>
      {isMcpResult(result) ? <ResultView result={result} /> : <OutputView name="Result" value={result} />}
    </section>
  );
}
