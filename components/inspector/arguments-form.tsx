"use client";

import { cx } from "@/components/ui/cx";
import { Field } from "@/components/ui/field";
import { Input, Select, Textarea } from "@/components/ui/input";
import { VisibleText } from "@/components/ui/visible-text";
import type { ArgumentField } from "./argument-fields";
import type { ArgumentsDraft } from "./use-arguments";

/** `label` names the JSON; in the form each field has its own name. */
export function ArgumentsForm({ draft, label }: { draft: ArgumentsDraft; label: string }) {
  const { fields, mode, setMode, texts, setText, problems } = draft;
  return (
    <div className="flex flex-col gap-3">
      {fields !== null && (
        <fieldset aria-label={`${label} as`} className="flex gap-1">
          {(["form", "json"] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={mode === one}
              onClick={() => setMode(one)}
              className={cx(
                "rounded-md border px-2 py-0.5 text-xs transition-colors",
                mode === one ? "border-ink text-fg" : "border-line text-soft hover:bg-hover hover:text-fg",
              )}
            >
              {one === "form" ? "Form" : "JSON"}
            </button>
          ))}
        </fieldset>
      )}
      {mode === "json" && (
        <Field label={label} problem={problems[""] ?? null}>
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              spellCheck={false}
              value={draft.json}
              onChange={(event) => draft.setJson(event.target.value)}
              className="font-mono text-sm"
            />
          )}
        </Field>
      )}
      {mode === "form" && fields?.length === 0 && <p className="text-soft text-sm">It takes no arguments.</p>}
      {mode === "form" &&
        fields?.map((field) => (
          <ArgumentControl
            key={field.name}
            field={field}
            text={texts[field.name] ?? field.initial}
            problem={problems[field.name] ?? null}
            onChange={(text) => setText(field.name, text)}
          />
        ))}
    </div>
  );
}

type ControlProps = {
  field: ArgumentField;
  text: string;
  problem: string | null;
  onChange: (text: string) => void;
};

function ArgumentControl({ field, text, problem, onChange }: ControlProps) {
  const { kind, required } = field;
  const options = kind === "boolean" ? [true, false] : field.choices;
  return (
    <Field
      label={required ? field.name : `${field.name} (optional)`}
      problem={problem}
      hint={field.description && <VisibleText text={field.description} />}
    >
      {(control) => {
        if (kind === "boolean" || kind === "choice") {
          return (
            <Select {...control} value={text} onChange={(event) => onChange(event.target.value)}>
              {!required && <option value="">not set</option>}
              {options.map((option) => (
                <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
                  {typeof option === "string" ? option : JSON.stringify(option)}
                </option>
              ))}
            </Select>
          );
        }
        if (kind === "number" || kind === "integer") {
          return (
            <Input
              {...control}
              inputMode={kind === "integer" ? "numeric" : "decimal"}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              className="max-w-48 tabular-nums"
            />
          );
        }
        return (
          <Textarea
            {...control}
            rows={1}
            spellCheck={kind === "text"}
            placeholder={kind === "json" ? "JSON" : undefined}
            value={text}
            onChange={(event) => onChange(event.target.value)}
            className={kind === "json" ? "font-mono text-sm" : undefined}
          />
        );
      }}
    </Field>
  );
}
