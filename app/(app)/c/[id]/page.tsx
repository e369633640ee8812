import { Chat } from "@/components/chat/chat";
import { WorkspaceFrame } from "@/components/workspace/workspace-frame";

export default async function ConversationPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  return (
    <WorkspaceFrame>
      <Chat key={id} conversationId={id} />
    </WorkspaceFrame>
  );
}
