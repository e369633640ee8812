"use client";

import { useId } from "react";
import { Question } from "@/components/approvals/question";
import { Label, Textarea } from "@/components/ui/input";
import { defaultPrompt, namesNothing, renderPrompt } from "@/lib/policy/prompt";
import type { ToolView } from "@/lib/tools/schema";
import { sampleArguments } from "./sample-arguments";
import type { Save } from "./saved-text";
import { useSavedField } from "./use-saved-field";

const longest = 2_000;

/** The default text is stored as "the default". */
export function PromptField({ tool, onSave }: { tool: ToolView; onSave: Save<string | null> }) {
  const id = useId();
  const { text, value, field } = useSavedField<string | null>({
    kept: tool.approval.prompt,
    write: (prompt) => prompt ?? defaultPrompt,
    read: (written) => {
      if (written.trim() === "") return undefined;
      return written === defaultPrompt ? null : written;
    },
    onSave,
  });

  const sample = sampleArguments(tool.inputSchema);
  const nothing = namesNothing(text, tool.name, sample);

  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>
        Prompt<span className="sr-only"> for {tool.name}</span>
      </Label>
      <Textarea
        id={id}
        {...field}
        maxLength={longest}
        aria-describedby={`${id}-hint`}
        className="font-mono text-sm"
      />
      <p id={`${id}-hint`} className="text-soft text-xs">
        {value === undefined ? (
          <span className="text-red">A prompt cannot be empty. Reset it to get the default back.</span>
        ) : (
          <>
            Put in the call’s values with <code>{"{toolName}"}</code>, <code>{"{args}"}</code> or, for one of
            them, <code>{`{args.${Object.keys(sample)[0] ?? "path"}}`}</code>.
            {nothing.length > 0 && (
              <span className="block text-amber">
                <code>{nothing.join(", ")}</code> names no value of this call, and is asked as it stands.
              </span>
            )}
          </>
        )}
      </p>
      <figure className="mt-1 rounded-lg border border-amber-line bg-amber-bg px-3 py-2">
        <figcaption className="text-amber text-xs">What a person is asked, with sample values</figcaption>
        <Question text={renderPrompt(text, tool.name, sample)} />
      </figure>
    </div>
  );
}
