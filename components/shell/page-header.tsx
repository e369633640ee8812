"use client";

import { Menu as MenuIcon } from "lucide-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useSidebar } from "./sidebar-state";

/**
 * The line at the top of a page: on a small screen with the button that opens the sidebar. `children` stand at its
 * right end.
 */
export function PageHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  const { setOpen } = useSidebar();
  return (
    <header className="flex h-13 shrink-0 items-center gap-2.5 border-b bg-bg px-3 md:px-5">
      <IconButton
        label="Open sidebar"
        className="-ml-1 md:hidden"
        onClick={() => setOpen(true)}
        icon={<MenuIcon aria-hidden="true" className="size-5" />}
      />
      <h1 className="min-w-0 truncate font-semibold text-base">{title}</h1>
      <div className="ml-auto flex shrink-0 items-center gap-2">{children}</div>
    </header>
  );
}
