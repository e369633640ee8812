"use client";

import { useState } from "react";
import { errorSentence } from "@/components/shell/api";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import type { ServerView } from "@/lib/tools/servers/server-schema";

type Props = { server: ServerView; onClose: () => void; onRemove: () => Promise<void> };

export function RemoveServerDialog({ server, onClose, onRemove }: Props) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setBusy(true);
    setError(null);
    try {
      await onRemove();
      onClose();
    } catch (problem) {
      setError(errorSentence(problem));
      setBusy(false);
    }
  };
  const count = server.toolNames.length;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      role="alertdialog"
      title={`Remove ${server.name}?`}
      description={
        <>
          Its {count === 1 ? "tool is" : `${count} tools are`} gone from the agent and from /mcp, with its
          credentials and what you set about it. Calls that wait for a decision are not run.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" busy={busy} onClick={remove}>
            Remove server
          </Button>
        </>
      }
    >
      {error && <Notice>{error}</Notice>}
    </Dialog>
  );
}
