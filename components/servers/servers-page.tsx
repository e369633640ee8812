"use client";

import { Plus } from "lucide-react";
import { useMemo, useState } from "react";
import { OfferedNotice } from "@/components/settings/offered-notice";
import { weightOf } from "@/components/settings/tool-weight";
import { useTools } from "@/components/settings/use-tools";
import { usePageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { ServerCard } from "./server-card";
import { ServerDialog } from "./server-dialog";
import { ServerDrawer } from "./server-drawer";
import { useServers } from "./use-servers";

/** What the model is given of all sources, read again when another `version` says that it may have changed. */
function OfferedByAll({ version }: { version: string }) {
  const { tools } = useTools(version);
  const weight = useMemo(() => tools && weightOf(tools), [tools]);
  return weight && <OfferedNotice weight={weight} />;
}

export function ServersPage() {
  usePageTitle("Servers");
  const servers = useServers();
  const [adding, setAdding] = useState(false);
  const [openId, setOpenId] = useState<string | null>(null);
  const [closed, setClosed] = useState(0);
  const open = servers.servers?.find(({ id }) => id === openId);

  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="max-w-lg">
          <h2 className="font-semibold text-lg tracking-tight">Servers</h2>
          <p className="text-soft">
            MCP servers whose tools the agent may call. Nothing is sent to a server before its call is
            allowed.
          </p>
        </div>
        <Button variant="primary" onClick={() => setAdding(true)}>
          <Plus aria-hidden="true" className="size-4" />
          Add server
        </Button>
      </div>
      {servers.error && (
        <Notice
          action={
            <Button size="sm" onClick={servers.load}>
              Try again
            </Button>
          }
        >
          {servers.error}
        </Notice>
      )}
      {!servers.servers && !servers.error && (
        <div aria-busy="true" className="flex flex-col gap-3">
          <span className="sr-only">Loading servers</span>
          <Skeleton className="h-28 rounded-2xl" />
          <Skeleton className="h-28 rounded-2xl" />
        </div>
      )}
      {servers.servers?.length === 0 && (
        <p className="rounded-2xl border border-dashed px-4 py-10 text-center text-soft">
          No server yet. Add one by its URL, or as a local command.
        </p>
      )}
      {servers.servers && servers.servers.length > 0 && (
        <>
          <ul aria-label="Servers" className="flex flex-col gap-3">
            {servers.servers.map((server) => (
              <ServerCard
                key={server.id}
                server={server}
                servers={servers}
                onOpen={() => setOpenId(server.id)}
              />
            ))}
          </ul>
          {/* After the list: it comes later than the servers, and nothing moves under a pointer. */}
          <OfferedByAll
            version={`${servers.servers.flatMap(({ toolNames }) => toolNames).join(" ")} ${closed}`}
          />
        </>
      )}
      {adding && <ServerDialog onClose={() => setAdding(false)} onSave={servers.add} />}
      {open && (
        <ServerDrawer
          server={open}
          onChange={(patch) => servers.change(open.id, patch)}
          onClose={() => {
            setOpenId(null);
            setClosed((count) => count + 1);
          }}
        />
      )}
    </div>
  );
}
