"use client";

import { Settings, Stamp, X } from "lucide-react";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Brand } from "./brand";
import { ConversationEntries } from "./conversation-entries";
import { ConversationSearch } from "./conversation-search";
import { useConversations } from "./conversations-provider";
import { NewChatButton } from "./new-chat-button";
import { SidebarLink } from "./sidebar-link";
import { useSidebar } from "./sidebar-state";

export function Sidebar() {
  const { setOpen } = useSidebar();
  const { pendingApprovals } = useConversations();
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex flex-col gap-2 px-3 pt-3 pb-1">
        <div className="mb-1 flex items-center justify-between">
          <Link href="/" onClick={() => setOpen(false)} className="w-fit rounded-md px-1.5 py-1">
            <Brand />
          </Link>
          <IconButton
            label="Close sidebar"
            className="-my-1 -mr-1 md:hidden"
            onClick={() => setOpen(false)}
            icon={<X aria-hidden="true" className="size-4.5" />}
          />
        </div>
        <NewChatButton />
        <ConversationSearch />
      </div>
      <nav aria-label="Conversations" className="relative min-h-0 flex-1 overflow-y-auto px-3">
        <ConversationEntries />
      </nav>
      <div className="flex flex-col gap-0.5 border-t p-3">
        <SidebarLink
          href="/approvals"
          under="/approvals"
          icon={<Stamp aria-hidden="true" className="size-4" />}
        >
          Approvals
          {pendingApprovals > 0 && (
            <Badge tone="amber" className="ml-auto">
              {pendingApprovals}
              <span className="sr-only"> waiting</span>
            </Badge>
          )}
        </SidebarLink>
        <SidebarLink
          href="/settings/tools"
          under="/settings"
          icon={<Settings aria-hidden="true" className="size-4" />}
        >
          Settings
        </SidebarLink>
      </div>
    </div>
  );
}
