"use client";

import { RotateCcw } from "lucide-react";
import Link from "next/link";
import { useId, useState } from "react";
import { Button, buttonClass } from "@/components/ui/button";
import { Label, Select } from "@/components/ui/input";
import { type Risk, riskSchema, riskWords } from "@/lib/policy/risk";
import type { ToolPatch, ToolView } from "@/lib/tools/schema";
import { OutsideFields } from "./outside-fields";
import { PromptField } from "./prompt-field";
import { SaveStatus } from "./save-status";
import { TimeoutField } from "./timeout-field";
import { ToolOrigin } from "./tool-origin";
import { useSaver } from "./use-saver";

type Props = { tool: ToolView; onChange: (patch: ToolPatch) => Promise<void> };

export function ToolDetails({ tool, onChange }: Props) {
  const riskId = useId();
  const { state, save } = useSaver();
  const send = (patch: ToolPatch) => save(() => onChange(patch));
  // Fields that are made anew show what the server keeps, also where what was typed could not be saved.
  const [resets, setResets] = useState(0);
  const reset = async () => {
    const approval = { prompt: null, timeoutSeconds: null, outside: null, elicitationSeconds: null };
    if (await send({ enabled: null, risk: null, alias: null, approval })) setResets((count) => count + 1);
  };

  return (
    <div className="grid gap-x-8 gap-y-5 rounded-xl border bg-panel p-4 lg:grid-cols-[minmax(0,1fr)_15rem]">
      {tool.alwaysAsks ? (
        <p className="text-soft text-sm">
          Its call is a question: it always asks you, in the agent’s own words, and its result is what you
          answer. Outside clients cannot call it on <code className="text-fg">/mcp</code>.
        </p>
      ) : (
        <PromptField
          key={`prompt ${resets}`}
          tool={tool}
          onSave={(prompt) => send({ approval: { prompt } })}
        />
      )}
      <div className="flex flex-col gap-4">
        <TimeoutField
          key={resets}
          tool={tool}
          onSave={(timeoutSeconds) => send({ approval: { timeoutSeconds } })}
        />
        <div className="flex flex-col gap-1.5">
          <Label htmlFor={riskId}>
            Risk<span className="sr-only"> of {tool.name}</span>
          </Label>
          <Select
            id={riskId}
            value={tool.risk}
            onChange={(event) => void send({ risk: event.target.value as Risk })}
          >
            {riskSchema.options.map((risk) => (
              <option key={risk} value={risk}>
                {riskWords[risk]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      {!tool.alwaysAsks && <OutsideFields key={`outside ${resets}`} tool={tool} onSave={send} />}
      <div className="flex flex-wrap items-center gap-3 border-t pt-3 lg:col-span-2">
        <Button size="sm" onClick={reset}>
          <RotateCcw aria-hidden="true" className="size-3.5" />
          Reset to defaults
        </Button>
        {tool.source === "authored" && (
          <Link
            href={`/settings/tools/${encodeURIComponent(tool.name)}`}
            className={buttonClass({ size: "sm" })}
          >
            Open in the Tool Studio
          </Link>
        )}
        <SaveStatus state={state} />
        <ToolOrigin tool={tool} />
      </div>
    </div>
  );
}
