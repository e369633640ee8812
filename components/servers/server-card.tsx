"use client";

import { Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import { errorSentence } from "@/components/shell/api";
import { Chip } from "@/components/ui/badge";
import { Button, buttonClass } from "@/components/ui/button";
import { Menu } from "@/components/ui/menu";
import { Switch } from "@/components/ui/switch";
import { VisibleText } from "@/components/ui/visible-text";
import type { ServerView } from "@/lib/tools/servers/server-schema";
import { RemoveServerDialog } from "./remove-server-dialog";
import { ServerDialog } from "./server-dialog";
import { ServerState } from "./server-state";
import { joinCommand } from "./split-command";
import type { Servers } from "./use-servers";

type Props = { server: ServerView; servers: Servers; onOpen: () => void };

export function ServerCard({ server, servers, onOpen }: Props) {
  const [doing, setDoing] = useState<"change" | "remove" | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(errorSentence(error));
    } finally {
      setBusy(false);
    }
  };
  const place = server.url ?? joinCommand([server.command ?? "", ...server.args]);
  const count = server.toolNames.length;

  return (
    <li className="flex flex-col gap-3 rounded-2xl border bg-card p-4 shadow-raised">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <h3 className="font-mono font-semibold text-md">{server.name}</h3>
        <span role="status" aria-label={`State of ${server.name}`}>
          <ServerState state={server.state} />
        </span>
        <span className="text-soft text-sm tabular-nums">
          {count} {count === 1 ? "tool" : "tools"}
        </span>
        {server.trusted && <Chip>trusted</Chip>}
        {server.command !== null && <Chip>local command</Chip>}
        <div className="ml-auto flex items-center gap-2">
          <Switch
            label={`Use ${server.name}`}
            checked={server.enabled}
            busy={busy}
            onCheckedChange={(enabled) => act(() => servers.change(server.id, { enabled }))}
          />
          <Menu
            label={`Actions for ${server.name}`}
            items={[
              {
                label: "Change",
                icon: <Pencil aria-hidden="true" className="size-3.5" />,
                onSelect: () => setDoing("change"),
              },
              {
                label: "Remove",
                icon: <Trash2 aria-hidden="true" className="size-3.5" />,
                danger: true,
                onSelect: () => setDoing("remove"),
              },
            ]}
          />
        </div>
      </div>
      <p className="-mt-2 truncate font-mono text-soft text-xs" title={place}>
        <VisibleText text={place} />
      </p>
      {server.error && (
        <p className="text-red text-sm [overflow-wrap:anywhere]">
          <VisibleText text={server.error} />
        </p>
      )}
      {server.notes.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-amber text-sm [overflow-wrap:anywhere]">
          {server.notes.map((note) => (
            <li key={note}>
              <VisibleText text={note} />
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" className="text-red text-sm">
          {problem}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        {server.state === "needs_sign_in" && server.signInUrl && <SignIn url={server.signInUrl} />}
        <Button size="sm" onClick={onOpen}>
          Tools and approval
        </Button>
        <Button
          size="sm"
          variant="ghost"
          busy={busy}
          disabled={!server.enabled}
          onClick={() => act(() => servers.reconnect(server.id))}
        >
          Reconnect
        </Button>
        <Link
          href={`/inspector?target=${encodeURIComponent(server.id)}`}
          className={buttonClass({ variant: "ghost", size: "sm" })}
        >
          Inspect
        </Link>
      </div>
      {doing === "change" && (
        <ServerDialog
          server={server}
          onClose={() => setDoing(null)}
          onSave={(input) => servers.change(server.id, input)}
        />
      )}
      {doing === "remove" && (
        <RemoveServerDialog
          server={server}
          onClose={() => setDoing(null)}
          onRemove={() => servers.remove(server.id)}
        />
      )}
    </li>
  );
}

/** The address comes from the server: only one that leads to a page is offered. */
function SignIn({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return null;
  return (
    <Button variant="primary" size="sm" onClick={() => location.assign(url)}>
      Sign in
    </Button>
  );
}
