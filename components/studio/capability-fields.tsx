"use client";

import Link from "next/link";
import { Field } from "@/components/ui/field";
import { Select, Textarea } from "@/components/ui/input";
import type { ToolDraft } from "./tool-draft";

type Props = {
  draft: ToolDraft;
  /** The names of the secrets that are set; null while they load. */
  secrets: string[] | null;
  problem: string | null;
  onChange: (change: Partial<ToolDraft>) => void;
};

/** What the code may reach. What is not named here is not there when it runs. */
export function CapabilityFields({ draft, secrets, problem, onChange }: Props) {
  const offered = [...new Set([...(secrets ?? []), ...draft.secrets])].sort();
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 rounded-xl border bg-card p-4">
      <legend className="float-left mb-1 font-semibold text-base">Capabilities</legend>
      <p className="-mt-3 clear-both text-soft text-xs">
        The code sees nothing but its input and what you name here. The tool’s risk follows from it.
      </p>
      <Field label="Hosts" problem={problem} hint="One a line, such as api.example.com or *.example.com.">
        {(control) => (
          <Textarea
            {...control}
            rows={1}
            spellCheck={false}
            value={draft.hosts}
            onChange={(event) => onChange({ hosts: event.target.value })}
            className="font-mono text-sm"
          />
        )}
      </Field>
      <Field label="Files of the workspace">
        {(control) => (
          <Select
            {...control}
            value={draft.files}
            onChange={(event) => onChange({ files: event.target.value as ToolDraft["files"] })}
          >
            <option value="none">None</option>
            <option value="read">Read</option>
            <option value="write">Read and write</option>
          </Select>
        )}
      </Field>
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 font-medium text-sm">Secrets</legend>
        {offered.map((name) => (
          <label key={name} className="flex cursor-pointer items-center gap-2 text-sm">
            <input
              type="checkbox"
              checked={draft.secrets.includes(name)}
              onChange={(event) =>
                onChange({
                  secrets: event.target.checked
                    ? [...draft.secrets, name]
                    : draft.secrets.filter((other) => other !== name),
                })
              }
              className="size-3.5 accent-ink"
            />
            <code className="break-all">{name}</code>
            {secrets && !secrets.includes(name) && <span className="text-red text-xs">not set</span>}
          </label>
        ))}
        <p className="text-soft text-xs">
          {offered.length === 0 && "None is set. "}
          <Link href="/settings/secrets" className="underline underline-offset-2">
            Set secrets
          </Link>
        </p>
      </fieldset>
    </fieldset>
  );
}
