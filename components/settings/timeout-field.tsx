"use client";

import { useId } from "react";
import { Input, Label } from "@/components/ui/input";
import type { ToolView } from "@/lib/tools/schema";
import { deadlineWords } from "./deadline-words";
import type { Save } from "./saved-text";
import { useSavedField } from "./use-saved-field";

const longest = 31_536_000;

export function TimeoutField({ tool, onSave }: { tool: ToolView; onSave: Save<number> }) {
  const id = useId();
  const { value: seconds, field } = useSavedField<number>({
    kept: tool.approval.timeoutSeconds,
    write: String,
    read: (text) => (/^\d+$/.test(text) && Number(text) <= longest ? Number(text) : undefined),
    onSave,
  });

  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={id}>
        Timeout<span className="sr-only"> for {tool.name}</span>
      </Label>
      <div className="flex items-center gap-2">
        <Input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={longest}
          step={1}
          {...field}
          aria-describedby={`${id}-hint`}
          className="max-w-36 tabular-nums"
        />
        <span className="text-soft text-sm">seconds</span>
      </div>
      <p id={`${id}-hint`} className="text-soft text-xs">
        {seconds === undefined ? (
          <span className="text-red">A whole number of seconds, from 0 (none) to one year.</span>
        ) : seconds === 0 ? (
          deadlineWords(0)
        ) : (
          `${deadlineWords(seconds)}; unanswered by then, it is not run`
        )}
      </p>
    </div>
  );
}
