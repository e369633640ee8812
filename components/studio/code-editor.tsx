"use client";

import { lazy, Suspense, useId } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const CodeMirrorEditor = lazy(() => import("./code-mirror-editor"));

export type EditorLanguage = "javascript" | "json";

type Props = {
  label: string;
  language: EditorLanguage;
  value: string;
  onChange: (value: string) => void;
  problem?: string | null;
  hint?: string;
};

/** A text field for code. The editor itself is a large piece of program, loaded by the page that needs it. */
export function CodeEditor({ label, hint, problem, ...rest }: Props) {
  const id = useId();
  return (
    <div className="flex flex-col gap-1.5">
      <p aria-hidden="true" className="font-medium text-sm">
        {label}
      </p>
      <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
        <CodeMirrorEditor {...rest} label={label} describedBy={`${id}-hint`} invalid={Boolean(problem)} />
      </Suspense>
      <p id={`${id}-hint`} className="text-soft text-xs">
        {problem ? <span className="text-red">{problem}</span> : hint}
      </p>
    </div>
  );
}
