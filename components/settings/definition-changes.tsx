"use client";

import { useState } from "react";
import { CodeBox } from "@/components/approvals/code-box";
import { Diff } from "@/components/approvals/preview-view";
import { errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import type { ToolView } from "@/lib/tools/schema";

type Props = { tool: Pick<ToolView, "name" | "changes" | "isNew">; onAccept: () => Promise<void> };

/** What a server says of its tool now, against what a person reviewed. Until it is accepted, each call asks. */
export function DefinitionChanges({ tool, onAccept }: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const accept = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await onAccept();
    } catch (error) {
      setProblem(errorSentence(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <fieldset
      aria-label={`Changes of ${tool.name}`}
      className="flex min-w-0 flex-col gap-2.5 rounded-xl border border-amber-line bg-amber-bg p-3"
    >
      <p className="text-sm">
        <b className="font-semibold text-amber">
          {tool.isNew ? "New since its server was set up." : "Changed since it was reviewed."}
        </b>{" "}
        Each call asks until you have looked at {tool.isNew ? "it" : "what is different"}.
      </p>
      <CodeBox label={tool.isNew ? "What came" : "What changed"}>
        {tool.changes ? <Diff text={tool.changes} /> : "The server does not say what changed."}
      </CodeBox>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" busy={busy} onClick={accept}>
          Accept changes
        </Button>
        {problem && (
          <span role="alert" className="text-red text-sm">
            {problem}
          </span>
        )}
      </div>
    </fieldset>
  );
}
