import { api } from "@/components/shell/api";
import { RemovalDialog } from "@/components/shell/removal-dialog";

type Props = { name: string; onClose: () => void; onDone: () => void };

export function DeleteSecretDialog({ name, onClose, onDone }: Props) {
  return (
    <RemovalDialog
      title={`Delete ${name}?`}
      description="Tools that use it fail from their next call on. Its value cannot be brought back, and is not masked any more."
      confirm="Delete secret"
      onConfirm={async () => {
        await api(`/secrets/${encodeURIComponent(name)}`, { method: "DELETE" });
        onDone();
      }}
      onClose={onClose}
    />
  );
}
