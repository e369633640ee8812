import { api } from "./api";
import { RemovalDialog } from "./removal-dialog";

type Props = { id: string; title: string; onClose: () => void; onDeleted: () => void };

export function DeleteConversationDialog({ id, title, onClose, onDeleted }: Props) {
  return (
    <RemovalDialog
      title="Delete this conversation?"
      description={
        <>
          “{title}” and its messages are removed. What its tools did to the workspace stays. What waits for a
          decision is not run.
        </>
      }
      confirm="Delete conversation"
      onConfirm={async () => {
        await api(`/conversations/${id}`, { method: "DELETE" });
        onDeleted();
      }}
      onClose={onClose}
    />
  );
}
