"use client";

import { lazy, type ReactNode, Suspense } from "react";

const SheetBody = lazy(() => import("./sheet-body"));

export type SheetProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  side: "left" | "right";
  /** Room for a page's worth of controls rather than a list. */
  wide?: boolean;
  children: ReactNode;
};

/** A panel that slides over the page from one side; modal, closed by Escape or a click beside it. */
export function Sheet(props: SheetProps) {
  if (!props.open) return null;
  return (
    <Suspense fallback={null}>
      <SheetBody {...props} />
    </Suspense>
  );
}
