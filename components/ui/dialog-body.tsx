"use client";

import * as RadixDialog from "radix-ui/dialog";
import type { DialogProps } from "./dialog";
import { useFocusReturn } from "./use-focus-return";

export default function DialogBody({
  open,
  onOpenChange,
  title,
  description,
  children,
  footer,
  role = "dialog",
  form = false,
}: DialogProps) {
  const returnFocus = useFocusReturn();
  return (
    <RadixDialog.Root open={open} onOpenChange={onOpenChange}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="fixed inset-0 z-40 animate-appear bg-scrim" />
        <RadixDialog.Content
          onCloseAutoFocus={returnFocus}
          role={role}
          {...(description ? {} : { "aria-describedby": undefined })}
          onInteractOutside={form || role === "alertdialog" ? (event) => event.preventDefault() : undefined}
          className="fixed inset-x-3 top-[12vh] z-50 mx-auto flex max-h-[76vh] max-w-md animate-appear flex-col gap-3 overflow-y-auto rounded-2xl border border-line bg-card p-5 shadow-overlay"
        >
          <RadixDialog.Title className="font-semibold text-lg">{title}</RadixDialog.Title>
          {description && (
            <RadixDialog.Description asChild>
              <div className="text-base text-soft">{description}</div>
            </RadixDialog.Description>
          )}
          {children}
          {footer && <div className="mt-2 flex flex-wrap justify-end gap-2">{footer}</div>}
        </RadixDialog.Content>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
