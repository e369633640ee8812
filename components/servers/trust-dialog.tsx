"use client";

import { ReduceOversightDialog } from "@/components/settings/reduce-oversight-dialog";

type Props = { name: string; open: boolean; onClose: () => void; onConfirm: () => void };

/** Trust is asked for in one way, wherever it is given. */
export function TrustDialog({ name, ...asked }: Props) {
  return (
    <ReduceOversightDialog {...asked}>
      From the next call on, tools that <code className="text-fg text-sm">{name}</code> calls harmless may run
      without asking anyone. Trust a server only if you would trust its word.
    </ReduceOversightDialog>
  );
}
