"use client";

import { usePathname, useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { useNow } from "@/components/ui/use-now";
import { ConversationEntry } from "./conversation-entry";
import { groupByDay } from "./conversation-list";
import { useConversations } from "./conversations-provider";
import { useSidebar } from "./sidebar-state";

const widths = ["w-40", "w-52", "w-32", "w-44", "w-36"];

export function ConversationEntries() {
  const { page, error, search, refresh } = useConversations();
  const { setOpen } = useSidebar();
  const pathname = usePathname();
  const router = useRouter();
  const now = useNow();

  if (!page && error) {
    return (
      <Notice className="m-1">
        {error}
        <Button size="sm" className="mt-2" onClick={refresh}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!page || now === null) {
    return (
      <div className="flex flex-col gap-4 px-2 pt-3">
        <span className="sr-only">Loading conversations</span>
        {widths.map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </div>
    );
  }
  if (page.items.length === 0) {
    return (
      <p className="px-2 py-3 text-faint text-sm">
        {search ? `Nothing found for “${search}”.` : "No conversations yet. What you ask first starts one."}
      </p>
    );
  }
  return (
    <>
      {groupByDay(page.items, now).map((group) => (
        <section key={group.name} aria-label={group.name} className="mb-2">
          <h2 className="px-2 pt-2 pb-1 font-medium text-faint text-xs">{group.name}</h2>
          <ul className="flex flex-col gap-px">
            {group.items.map((item) => {
              const current = pathname === `/c/${item.id}`;
              return (
                <ConversationEntry
                  key={item.id}
                  item={item}
                  current={current}
                  onOpen={() => setOpen(false)}
                  onChanged={refresh}
                  onDeleted={() => {
                    refresh();
                    if (current) router.push("/");
                  }}
                />
              );
            })}
          </ul>
        </section>
      ))}
      {page.nextCursor && <LoadMore key={page.nextCursor} />}
    </>
  );
}

/** Reads the next page as soon as the end of the list comes near; also a button, for those who do not scroll. */
function LoadMore() {
  const { loadMore } = useConversations();
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!end.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && loadMore(),
      { rootMargin: "200px" },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [loadMore]);
  return (
    <div ref={end} className="px-1 pb-2">
      <Button variant="ghost" size="sm" onClick={loadMore}>
        Show older
      </Button>
    </div>
  );
}
