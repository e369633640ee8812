"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { api, errorSentence } from "./api";

type Props = { id: string; title: string; onClose: () => void; onDeleted: () => void };

export function DeleteConversationDialog({ id, title, onClose, onDeleted }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await api(`/conversations/${id}`, { method: "DELETE" });
      onDeleted();
    } catch (problem) {
      setError(errorSentence(problem));
      setBusy(false);
    }
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      title="Delete this conversation?"
      description={
        <>
          “{title}” and its messages are removed. What its tools did to the workspace stays. What waits for a
          decision is not run.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            Delete conversation
          </Button>
        </>
      }
    >
      {error && <Notice>{error}</Notice>}
    </Dialog>
  );
}
