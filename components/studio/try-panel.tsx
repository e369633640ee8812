"use client";

import { useMemo, useState } from "react";
import { durationWords } from "@/components/approvals/call-words";
import { OutputView } from "@/components/approvals/output-view";
import { ArgumentsForm } from "@/components/inspector/arguments-form";
import { parseObject } from "@/components/inspector/json";
import { useArguments } from "@/components/inspector/use-arguments";
import { sampleArguments } from "@/components/settings/sample-arguments";
import { api, errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { capabilitiesOf, type ToolDraft } from "./tool-draft";

type Tried = { ok: boolean; result: unknown; error: string | null; console: string[]; milliseconds: number };

/** Runs what is written now, once, with what it may reach. Nothing is published by it. */
export function TryPanel({ draft }: { draft: ToolDraft }) {
  const schema = useMemo(() => {
    const parsed = parseObject(draft.inputSchema);
    return "value" in parsed ? parsed.value : null;
  }, [draft.inputSchema]);
  const sample = useMemo(() => JSON.stringify(sampleArguments(schema ?? {}), null, 2), [schema]);
  const input = useArguments(schema ?? {}, "json", sample);
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<Tried | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const run = async () => {
    const given = input.read();
    if (given === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        code: draft.code,
        arguments: given,
        capabilities: capabilitiesOf(draft),
        ...(schema && { inputSchema: schema }),
      };
      setTried(await api<Tried>("/tools/try", { method: "POST", body }));
    } catch (error) {
      setTried(null);
      setProblem(errorSentence(error));
    } finally {
      setBusy(false);
    }
  };

  return (
    <section aria-labelledby="try" className="flex flex-col gap-3 rounded-xl border bg-card p-4">
      <div>
        <h3 id="try" className="font-semibold text-base">
          Try it
        </h3>
        <p className="text-soft text-xs">
          It really runs, with what you let it reach, and asks nobody: you started it.
        </p>
      </div>
      <ArgumentsForm draft={input} label="Sample input" />
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={busy} disabled={draft.code.trim() === ""} onClick={run}>
          Try
        </Button>
        <p role="status" className="text-sm">
          {tried && !busy && (
            <>
              <span className={tried.ok ? "text-green" : "text-red"}>{tried.ok ? "Done" : "Failed"}</span>
              <span className="text-soft"> in {durationWords(tried.milliseconds)}</span>
            </>
          )}
        </p>
      </div>
      {problem && <Notice>{problem}</Notice>}
      {tried?.error && <Notice>{tried.error}</Notice>}
      {tried?.ok && <OutputView name="Result" value={tried.result} />}
      {tried && tried.console.length > 0 && <OutputView name="Console" value={tried.console.join("\n")} />}
    </section>
  );
}
