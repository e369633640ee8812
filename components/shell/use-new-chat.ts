"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { useLeave } from "./leave-guard";
import { isApple, isNewChatKey } from "./new-chat-key";
import { useSidebar } from "./sidebar-state";

export function useNewChat(): () => void {
  const router = useRouter();
  const leave = useLeave();
  const { setOpen } = useSidebar();
  return useCallback(() => {
    leave(() => {
      setOpen(false);
      router.push("/");
    });
  }, [router, leave, setOpen]);
}

/** Wherever the focus is, but not past an open dialog. Used once on a page. */
export function useNewChatShortcut(): void {
  const start = useNewChat();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isNewChatKey(event, isApple())) return;
      event.preventDefault();
      if (!document.querySelector("[role=dialog], [role=alertdialog]")) start();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [start]);
}
