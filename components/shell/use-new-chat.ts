"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect } from "react";
import { useSidebar } from "./sidebar-state";

export function useNewChat(): () => void {
  const router = useRouter();
  const { setOpen } = useSidebar();
  return useCallback(() => {
    setOpen(false);
    router.push("/");
  }, [router, setOpen]);
}

/** ⌘K or Ctrl K, wherever the focus is. Used once on a page. */
export function useNewChatShortcut(): void {
  const start = useNewChat();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const modified = event.metaKey !== event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!modified || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      start();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [start]);
}
