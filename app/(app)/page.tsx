import { Chat } from "@/components/chat/chat";
import { WorkspaceFrame } from "@/components/workspace/workspace-frame";

export default function NewConversationPage() {
  return (
    <WorkspaceFrame>
      <Chat key="new" conversationId={null} />
    </WorkspaceFrame>
  );
}
