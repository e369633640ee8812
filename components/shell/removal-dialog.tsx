"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { errorSentence } from "./api";

type Props = {
  title: string;
  /** What goes with it, and what stays. */
  description: ReactNode;
  confirm: string;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before something is gone for good, and stays open with the reason when it could not be removed. */
export function RemovalDialog({ title, description, confirm, onConfirm, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await onConfirm();
    } catch (problem) {
      setError(errorSentence(problem));
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      role="alertdialog"
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            {confirm}
          </Button>
        </>
      }
    >
      {error && <Notice>{error}</Notice>}
    </Dialog>
  );
}
