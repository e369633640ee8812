"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { riskWords } from "@/lib/policy/risk";
import type { ToolView } from "@/lib/tools/schema";

type Props = { tool: ToolView; open: boolean; onClose: () => void; onConfirm: () => void };

export function TurnOffDialog({ tool, open, onClose, onConfirm }: Props) {
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => !wanted && onClose()}
      title="Reduce human oversight?"
      description={
        <>
          From the next call on, the agent runs <code className="text-fg text-sm">{tool.name}</code> (
          {riskWords[tool.risk].toLowerCase()}) at once, without asking anyone. What waits now still waits.
        </>
      }
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
