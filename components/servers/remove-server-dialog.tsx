import { RemovalDialog } from "@/components/shell/removal-dialog";
import type { ServerView } from "@/lib/tools/servers/server-schema";

type Props = { server: ServerView; onClose: () => void; onRemove: () => Promise<void> };

export function RemoveServerDialog({ server, onClose, onRemove }: Props) {
  const count = server.toolNames.length;
  return (
    <RemovalDialog
      title={`Remove ${server.name}?`}
      description={
        <>
          Its {count === 1 ? "tool is" : `${count} tools are`} gone from the agent and from /mcp, with its
          credentials and what you set about it. Calls that wait for a decision are not run.
        </>
      }
      confirm="Remove server"
      onConfirm={async () => {
        await onRemove();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
