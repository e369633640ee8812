"use client";

import * as RadixDialog from "radix-ui/dialog";
import { cx } from "./cx";
import type { SheetProps } from "./sheet";
import { useFocusReturn } from "./use-focus-return";

export default function SheetBody({ open, onOpenChange, title, side, wide = false, children }: SheetProps) {
  const returnFocus = useFocusReturn();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <RadixDialog.Content
          onCloseAutoFocus={returnFocus}
          aria-describedby={undefined}
          className={cx(
            "fixed inset-y-0 z-50 flex flex-col bg-panel shadow-overlay",
            wide ? "w-[min(40rem,100vw)]" : "w-[min(20rem,88vw)]",
            side === "left"
              ? "left-0 animate-slide-left border-line border-r"
              : "right-0 animate-slide-right border-line border-l",
          )}
        >
          <RadixDialog.Title className="sr-only">{title}</RadixDialog.Title>
          {children}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
