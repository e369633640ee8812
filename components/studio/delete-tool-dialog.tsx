"use client";

import { useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

type Props = { name: string; onClose: () => void; onDeleted: () => void };

export function DeleteToolDialog({ name, onClose, onDeleted }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await api(`/tools/${encodeURIComponent(name)}`, { method: "DELETE" });
      onDeleted();
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
      title={`Delete ${name}?`}
      description="The agent and outside clients cannot call it any more. Calls of it that wait for a decision are not run."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            Delete tool
          </Button>
        </>
      }
    >
      {error && <Notice>{error}</Notice>}
    </Dialog>
  );
}
