"use client";

import { usePathname } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useConversations } from "./conversations-provider";

const TitleContext = createContext<(title: string | null) => void>(() => {});

/** "(2) Clean up reports · Countersign": how many decisions wait anywhere, and where the reader is. */
export function PageTitleProvider({ children }: { children: ReactNode }) {
  const [title, setTitle] = useState<string | null>(null);
  const { pendingApprovals, page } = useConversations();
  const pathname = usePathname();
  const listed = page?.items.find((item) => pathname === `/c/${item.id}`)?.title;
  const count = pendingApprovals > 0 ? `(${pendingApprovals}) ` : "";
  const place = listed ?? title;
  return (
    <TitleContext value={setTitle}>
      <title>{`${count}${place ? `${place} · ` : ""}Countersign`}</title>
      {children}
    </TitleContext>
  );
}

/** Names the page for as long as the caller is mounted; a conversation in the sidebar is named by what stands there. */
export function usePageTitle(title: string | null): void {
  const setTitle = useContext(TitleContext);
  useEffect(() => {
    setTitle(title);
    return () => setTitle(null);
  }, [setTitle, title]);
}
