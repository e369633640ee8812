import { memo } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import { messageText } from "./group-parts";
import type { ChatMessage } from "./message-types";

export const UserMessage = memo(function UserMessage({ message }: { message: ChatMessage }) {
  const text = messageText(message);
  return (
    <article aria-label="You" className="group flex flex-col items-end gap-0.5">
      <p className="max-w-[85%] whitespace-pre-wrap rounded-[14px_14px_4px_14px] border bg-panel px-3.5 py-2 [overflow-wrap:anywhere]">
        <VisibleText text={text} />
      </p>
      <MessageFoot message={message} text={text} />
    </article>
  );
});

/** Time and copy button; they come forward when the message is pointed at or focused. */
export function MessageFoot({ message, text }: { message: ChatMessage; text: string }) {
  return (
    <div className="flex h-6 items-center gap-1 text-faint text-xs opacity-0 transition-opacity focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100">
      {message.metadata?.createdAt && <Time at={message.metadata.createdAt} />}
      {text && <CopyButton text={text} what="message" />}
    </div>
  );
}
