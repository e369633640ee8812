"use client";

import { Question } from "@/components/approvals/question";
import { RiskWords } from "@/components/settings/risk-words";
import { sampleArguments } from "@/components/settings/sample-arguments";
import { Field } from "@/components/ui/field";
import { Select, Textarea } from "@/components/ui/input";
import { defaultPrompt, renderPrompt } from "@/lib/policy/prompt";
import type { ToolView } from "@/lib/tools/schema";
import { parseObject } from "../inspector/json";
import type { ToolDraft } from "./tool-draft";

type Props = {
  draft: ToolDraft;
  /** As it is published now, if it is. */
  published: ToolView | null;
  onChange: (change: Partial<ToolDraft>) => void;
};

/** Whether a call asks, and with which words; below them what a person would read. */
export function ApprovalFields({ draft, published, onChange }: Props) {
  const schema = parseObject(draft.inputSchema);
  const sample = "value" in schema ? sampleArguments(schema.value) : {};
  const now = published?.approval.mode === "required" ? "asks first" : "runs at once";
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border bg-card p-4">
      <legend className="float-left mb-1 font-semibold text-base">Approval</legend>
      <div className="-mt-3 clear-both text-soft text-sm">
        {published ? (
          <span className="inline-flex flex-wrap items-center gap-x-2">
            As published: <RiskWords tool={published} /> {now}.
          </span>
        ) : (
          "Without any risk it runs at once; with any it asks first. What the risk is you see when it is published."
        )}
      </div>
      <Field label="Asks" hint={published ? "A version that may reach more asks again." : undefined}>
        {(control) => (
          <Select
            {...control}
            value={draft.mode}
            onChange={(event) => onChange({ mode: event.target.value as ToolDraft["mode"] })}
          >
            <option value="default">{published ? "As set so far" : "As its risk says"}</option>
            <option value="required">Each call asks first</option>
            <option value="disabled">Runs at once</option>
          </Select>
        )}
      </Field>
      <Field label="Prompt" hint="With {toolName}, {args} or {args.…}; empty for the default.">
        {(control) => (
          <Textarea
            {...control}
            maxLength={2_000}
            value={draft.prompt}
            placeholder={defaultPrompt}
            onChange={(event) => onChange({ prompt: event.target.value })}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <figure className="rounded-lg border border-amber-line bg-amber-bg px-3 py-2">
        <figcaption className="text-amber text-xs">What a person is asked, with sample values</figcaption>
        <Question text={renderPrompt(draft.prompt.trim() || defaultPrompt, draft.name || "tool", sample)} />
      </figure>
    </fieldset>
  );
}
