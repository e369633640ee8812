"use client";

import { SquarePen } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Kbd } from "@/components/ui/kbd";
import { isApple } from "./new-chat-key";
import { useNewChat } from "./use-new-chat";

const nothing = () => () => {};

export function NewChatButton() {
  const start = useNewChat();
  const apple = useSyncExternalStore(nothing, isApple, () => false);

  return (
    <button
      type="button"
      onClick={start}
      aria-keyshortcuts={apple ? "Meta+K" : "Control+K"}
      className="flex h-9 w-full items-center gap-2 rounded-lg border bg-card px-2.5 font-medium transition-colors hover:border-line-strong"
    >
      <SquarePen aria-hidden="true" className="size-4 text-soft" />
      New chat
      <span aria-hidden="true" className="ml-auto pointer-coarse:hidden">
        <Kbd>{apple ? "⌘ K" : "Ctrl K"}</Kbd>
      </span>
    </button>
  );
}
