"use client";

import { ChevronDown } from "lucide-react";
import { useModels } from "@/components/settings/use-models";
import { Badge } from "@/components/ui/badge";

type ModelPillProps = { model: string | null; onChoose: ((model: string) => void) | null };

/** Which model answers here; a menu where there is a choice. */
export function ModelPill({ model, onChoose }: ModelPillProps) {
  const models = useModels();
  if (!models) return null;
  if (models.provider === "demo") {
    return <Badge title="No provider is configured: a built-in, scripted model answers.">demo model</Badge>;
  }
  const current = model ?? models.model;
  const choices = [...new Set([models.model, current, ...models.available])].filter(Boolean);
  if (!onChoose || choices.length < 2)
    return <Badge className="max-w-40 truncate">{current || "no model"}</Badge>;
  return (
    <span className="relative inline-flex max-w-32 items-center sm:max-w-56">
      <select
        aria-label="Model"
        value={current}
        onChange={(event) => onChoose(event.target.value)}
        className="w-full appearance-none truncate rounded-full border bg-card py-0.5 pr-7 pl-2.5 text-soft text-xs hover:border-line-strong"
      >
        {choices.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute right-2 size-3.5 text-soft" />
    </span>
  );
}
