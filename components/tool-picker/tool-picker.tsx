"use client";

import { ChevronDown, Wrench } from "lucide-react";
import { lazy, Suspense, useState } from "react";

const loadPanel = () => import("./picker-panel");
const PickerPanel = lazy(loadPanel);

type Props = { chosen: string[] | null; onChoose: (tools: string[] | null) => Promise<void> };

/** Which tools this conversation may use; the list itself is loaded when someone asks for it. */
export function ToolPicker({ chosen, onChoose }: Props) {
  const [open, setOpen] = useState(false);
  const words = chosen === null ? "All tools" : chosen.length === 1 ? "1 tool" : `${chosen.length} tools`;
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        title="Choose the tools of this conversation"
        onPointerEnter={loadPanel}
        onClick={() => setOpen(true)}
        className="inline-flex items-center gap-1 whitespace-nowrap rounded-full border bg-card py-0.5 pr-1.5 pl-2.5 text-soft max-sm:px-2 text-xs hover:border-line-strong hover:text-fg"
      >
        <Wrench aria-hidden="true" className="size-3.5 sm:hidden" />
        <span aria-hidden="true" className="sm:hidden">
          {chosen === null ? "" : chosen.length}
        </span>
        <span className="max-sm:sr-only">{words}</span>
        <ChevronDown aria-hidden="true" className="size-3.5 max-sm:hidden" />
      </button>
      {open && (
        <Suspense fallback={null}>
          <PickerPanel chosen={chosen} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
