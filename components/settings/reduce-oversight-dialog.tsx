"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type Props = { open: boolean; onClose: () => void; onConfirm: () => void; children: ReactNode };

/** Less is asked from now on, of one tool or of many: always the same question. */
export function ReduceOversightDialog({ open, onClose, onConfirm, children }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && onClose()}
      title="Reduce human oversight?"
      description={children}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onConfirm}>
            Turn off approval
          </Button>
        </>
      }
    />
  );
}
