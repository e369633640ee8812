"use client";

import { useState } from "react";
import { CodeBox } from "@/components/approvals/code-box";
import { Diff } from "@/components/approvals/preview-view";
import { errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import type { ToolView } from "@/lib/tools/schema";

type Props = {
  tool: Pick<ToolView, "name" | "changes" | "isNew">;
  onRead: () => Promise<void>;
  onAccept: () => Promise<void>;
};

/**
 * What a server says of its tool now, against what a person reviewed. Until it is accepted, each call asks; and it is
 * accepted only where it is shown.
 */
export function DefinitionChanges({ tool, onRead, onAccept }: Props) {
  const [busy, setBusy] = useState<"reading" | "accepting" | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { changes } = tool;
  const run = async (doing: "reading" | "accepting", work: () => Promise<void>) => {
    setBusy(doing);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorSentence(error));
    } finally {
      setBusy(null);
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
      {changes === null ? (
        <p className="text-soft text-sm">Too much changed at once to show all of it here.</p>
      ) : (
        <CodeBox label={tool.isNew ? "What came" : "What changed"}>
          <Diff text={changes} />
        </CodeBox>
      )}
      <div className="flex flex-wrap items-center gap-3">
        {changes === null && (
          <Button size="sm" busy={busy === "reading"} onClick={() => run("reading", onRead)}>
            Show changes
          </Button>
        )}
        <Button
          size="sm"
          busy={busy === "accepting"}
          disabled={changes === null}
          onClick={() => run("accepting", onAccept)}
        >
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
