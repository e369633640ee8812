"use client";

import type { ReactNode } from "react";
import { Sheet } from "@/components/ui/sheet";
import { ConnectionBanner } from "./connection-banner";
import { ConversationsProvider } from "./conversations-provider";
import { EventsProvider } from "./events-provider";
import { LeaveGuardProvider } from "./leave-guard";
import { PageTitleProvider } from "./page-title";
import { Sidebar } from "./sidebar";
import { SidebarStateProvider, useSidebar } from "./sidebar-state";
import { useNewChatShortcut } from "./use-new-chat";
import { useNoFileDrops } from "./use-no-file-drops";

/** What stands around every page: the sidebar, the connection, the title. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <EventsProvider>
      <ConversationsProvider>
        <PageTitleProvider>
          <SidebarStateProvider>
            <LeaveGuardProvider>
              <Frame>{children}</Frame>
            </LeaveGuardProvider>
          </SidebarStateProvider>
        </PageTitleProvider>
      </ConversationsProvider>
    </EventsProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const { open, setOpen } = useSidebar();
  useNewChatShortcut();
  useNoFileDrops();
  return (
    <div className="flex h-dvh">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-ink px-3 py-2 text-ink-fg focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to the page
      </a>
      <aside aria-label="Sidebar" className="hidden w-66 shrink-0 border-r bg-panel md:block">
        <Sidebar />
      </aside>
      <Sheet open={open} onOpenChange={setOpen} title="Sidebar" side="left">
        <Sidebar />
      </Sheet>
      <main id="main" tabIndex={-1} className="flex min-w-0 flex-1 flex-col outline-none">
        <ConnectionBanner />
        {children}
      </main>
    </div>
  );
}
