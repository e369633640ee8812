"use client";

import { riskWords } from "@/lib/policy/risk";
import type { ToolView } from "@/lib/tools/schema";
import { ReduceOversightDialog } from "./reduce-oversight-dialog";

type Props = { tool: ToolView; open: boolean; onClose: () => void; onConfirm: () => void };

export function TurnOffDialog({ tool, ...asked }: Props) {
  return (
    <ReduceOversightDialog {...asked}>
      From the next call on, the agent runs <code className="text-fg text-sm">{tool.name}</code> (
      {riskWords[tool.risk].toLowerCase()}) at once, without asking anyone. What waits now still waits.
    </ReduceOversightDialog>
  );
}
