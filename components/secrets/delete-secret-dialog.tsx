"use client";

import { useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";

type Props = { name: string; onClose: () => void; onDone: () => void };

export function DeleteSecretDialog({ name, onClose, onDone }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await api(`/secrets/${encodeURIComponent(name)}`, { method: "DELETE" });
      onDone();
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
      description="Tools that use it fail from their next call on. Its value cannot be brought back, and is not masked any more."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            Delete secret
          </Button>
        </>
      }
    >
      {error && <Notice>{error}</Notice>}
    </Dialog>
  );
}
