"use client";

import { X } from "lucide-react";
import { useMemo } from "react";
import { OfferedNotice } from "@/components/settings/offered-notice";
import { weightOf } from "@/components/settings/tool-weight";
import { useGrowing } from "@/components/settings/use-growing";
import { useTools } from "@/components/settings/use-tools";
import { IconButton } from "@/components/ui/icon-button";
import { Notice } from "@/components/ui/notice";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/skeleton";
import type { ServerPatch, ServerView } from "@/lib/tools/servers/server-schema";
import { ApprovalScope } from "./approval-scope-fields";
import { ServerOptions } from "./server-options";
import { ServerState } from "./server-state";
import { ServerTool } from "./server-tool";

type Props = {
  server: ServerView;
  onChange: (patch: ServerPatch) => Promise<void>;
  onClose: () => void;
};

/** A whole server in one place: which of its tools are on, which ask, and what changed. */
export function ServerDrawer({ server, onChange, onClose }: Props) {
  const { tools, error, load, change, read, accept } = useTools(server.toolNames.join(" "));
  const own = useMemo(
    () => tools?.filter(({ source }) => source === `mcp:${server.name}`) ?? null,
    [tools, server.name],
  );
  const made = useGrowing(own?.length ?? 0);
  const weight = useMemo(() => tools && weightOf(tools), [tools]);
  // What is set for the whole server changes what its tools are.
  const changeServer = async (patch: ServerPatch) => {
    await onChange(patch);
    await load();
  };
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={`Server ${server.name}`} side="right" wide>
      <div className="flex shrink-0 items-center gap-2.5 border-b px-4 py-3">
        <h2 className="truncate font-mono font-semibold text-md">{server.name}</h2>
        <ServerState state={server.state} />
        <IconButton
          label="Close"
          className="ml-auto"
          onClick={onClose}
          icon={<X aria-hidden="true" className="size-4.5" />}
        />
      </div>
      <div className="relative flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto p-4">
        <ApprovalScope server={server} tools={own ?? []} onChange={changeServer} />
        <ServerOptions server={server} onChange={changeServer} />
        <section aria-labelledby="server-tools" className="flex flex-col gap-2">
          <h3 id="server-tools" className="font-semibold text-base">
            Its tools {own && <span className="font-normal text-soft">({own.length})</span>}
          </h3>
          {weight && <OfferedNotice weight={weight} />}
          {error && <Notice>{error}</Notice>}
          {!own && !error && <Skeleton className="h-24 rounded-xl" />}
          {own?.length === 0 && <p className="text-soft">None have arrived yet.</p>}
          <ul className="flex flex-col gap-2">
            {own?.slice(0, made).map((tool) => (
              <ServerTool key={tool.name} tool={tool} onChange={change} onRead={read} onAccept={accept} />
            ))}
          </ul>
        </section>
      </div>
    </Sheet>
  );
}
