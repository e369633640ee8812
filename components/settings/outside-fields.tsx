"use client";

import { useId } from "react";
import { Input, Label, Select } from "@/components/ui/input";
import type { Outside, ToolPatch, ToolView } from "@/lib/tools/schema";
import type { Save } from "./saved-text";
import { useSavedField } from "./use-saved-field";

const places: Record<Outside, string> = {
  client: "in the client that calls",
  client_or_app: "in the client, else in Countersign",
  app: "always in Countersign",
};

type Props = { tool: ToolView; onSave: Save<ToolPatch> };

/** How outside clients meet the tool: under which name, and where its calls ask. */
export function OutsideFields({ tool, onSave }: Props) {
  const id = useId();
  const alias = useSavedField<string | null>({
    kept: tool.alias,
    write: (name) => name ?? "",
    read: (text) => (/^[a-zA-Z0-9_-]{0,64}$/.test(text) ? text || null : undefined),
    onSave: (name) => onSave({ alias: name }),
  });
  const seconds = useSavedField<number>({
    kept: tool.approval.elicitationSeconds,
    write: String,
    read: (text) => {
      const count = /^\d{1,3}$/.test(text) ? Number(text) : 0;
      return count >= 1 && count <= 120 ? count : undefined;
    },
    onSave: (elicitationSeconds) => onSave({ approval: { elicitationSeconds } }),
  });
  return (
    <section
      aria-labelledby={`${id}-name`}
      className="grid gap-x-4 gap-y-3 border-t pt-4 sm:grid-cols-3 lg:col-span-2"
    >
      <p id={`${id}-name`} className="text-soft text-sm sm:col-span-3">
        For outside clients on <code className="text-fg">/mcp</code>
        {!tool.exposed && ", where it is not exposed now"}
      </p>
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={`${id}-alias`}>
          Alias<span className="sr-only"> of {tool.name}</span>
        </Label>
        <Input
          id={`${id}-alias`}
          {...alias.field}
          placeholder={tool.name}
          spellCheck={false}
          aria-describedby={`${id}-alias-hint`}
          className="font-mono text-sm"
        />
        <p id={`${id}-alias-hint`} className="text-soft text-xs">
          {alias.value !== undefined ? (
            "The name that clients see"
          ) : (
            <span className="text-red">Up to 64 letters, digits, underscores or hyphens.</span>
          )}
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={`${id}-outside`}>
          Asks<span className="sr-only"> outside, for {tool.name}</span>
        </Label>
        <Select
          id={`${id}-outside`}
          value={tool.approval.outside}
          onChange={(event) => void onSave({ approval: { outside: event.target.value as Outside } })}
        >
          {Object.entries(places).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <p className="text-soft text-xs">
          {tool.approval.outside === "client" && "A client that cannot ask is refused"}
          {tool.approval.outside === "client_or_app" && "Here when the client cannot ask"}
          {tool.approval.outside === "app" && "The caller waits, or comes back for the answer"}
        </p>
      </div>
      <div className="flex flex-col gap-1.5">
        <Label htmlFor={`${id}-seconds`}>
          Client answers within<span className="sr-only">, for {tool.name}</span>
        </Label>
        <div className="flex items-center gap-2">
          <Input
            id={`${id}-seconds`}
            type="number"
            inputMode="numeric"
            min={1}
            max={120}
            {...seconds.field}
            disabled={tool.approval.outside === "app"}
            className="max-w-24 tabular-nums"
          />
          <span className="text-soft text-sm">seconds</span>
        </div>
        {seconds.value === undefined && <p className="text-red text-xs">From 1 to 120 seconds.</p>}
      </div>
    </section>
  );
}
