import { api } from "@/components/shell/api";
import { RemovalDialog } from "@/components/shell/removal-dialog";

type Props = { name: string; onClose: () => void; onDeleted: () => void };

export function DeleteToolDialog({ name, onClose, onDeleted }: Props) {
  return (
    <RemovalDialog
      title={`Delete ${name}?`}
      description="The agent and outside clients cannot call it any more. Calls of it that wait for a decision are not run."
      confirm="Delete tool"
      onConfirm={async () => {
        await api(`/tools/${encodeURIComponent(name)}`, { method: "DELETE" });
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}
