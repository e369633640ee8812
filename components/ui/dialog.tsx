"use client";

import { lazy, type ReactNode, Suspense } from "react";

/** Loaded when the first dialog opens: the chat page does not carry it. */
const DialogBody = lazy(() => import("./dialog-body"));

export type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children?: ReactNode;
  /** The buttons, the safe one first: it gets the focus. */
  footer?: ReactNode;
  /** `alert` is for a question that must be answered: a click beside it does not close it. */
  role?: "dialog" | "alertdialog";
  /** Holds what someone is typing: a click beside it does not close it either. */
  form?: boolean;
};

export function Dialog(props: DialogProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <DialogBody {...props} />
    </Suspense>
  );
}
