"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { VisibleText } from "@/components/ui/visible-text";
import { CodeBox } from "./code-box";
import { JsonView } from "./json-view";

const shownLines = 20;
const shownCharacters = 4_000;
/** Past this the browser is busy for too long with colours that nobody reads. */
const colouredCharacters = 100_000;

export function outputText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
}

/** A block of plain text with its name and a copy button: arguments, an output, an error. It never is markup. */
export function OutputView({ name, value, fold = true }: { name: string; value: unknown; fold?: boolean }) {
  const [open, setOpen] = useState(!fold);
  const text = outputText(value);
  const lines = text.split("\n");
  const long = lines.length > shownLines || text.length > shownCharacters;
  const whole = open || !long;
  const coloured = whole && typeof value !== "string" && text.length <= colouredCharacters;
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex min-h-7 items-center justify-between gap-2">
        <p className="font-medium text-soft text-xs">{name}</p>
        <CopyButton text={text} what={name.toLowerCase()} />
      </div>
      <CodeBox label={name} className={whole ? "max-h-[32rem]" : undefined}>
        {coloured && <JsonView value={value} foldable />}
        {whole && !coloured && <VisibleText text={text} />}
        {!whole && (
          <>
            <VisibleText text={lines.slice(0, shownLines).join("\n").slice(0, shownCharacters)} />…
          </>
        )}
      </CodeBox>
      {long && fold && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? "Show less" : lines.length > shownLines ? `Show all ${lines.length} lines` : "Show all"}
        </Button>
      )}
    </div>
  );
}
