"use client";

import { useEffect, useMemo, useState } from "react";
import { api } from "@/components/shell/api";
import { PageHeader } from "@/components/shell/page-header";
import { usePageTitle } from "@/components/shell/page-title";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { Input, Label, Select } from "@/components/ui/input";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { VisibleText } from "@/components/ui/visible-text";
import type { ServerView } from "@/lib/tools/servers/server-schema";
import { CallPanel } from "./call-panel";
import { useTargetTools } from "./use-inspection";

const own = "countersign";

/** Countersign as a client of itself, or of one of its servers: what is offered, and what a call is like. */
export function InspectorPage({ start }: { start: string | null }) {
  usePageTitle("Inspector");
  const [target, setTarget] = useState(start ?? own);
  const [servers, setServers] = useState<ServerView[]>([]);
  useEffect(() => {
    api<{ items: ServerView[] }>("/servers").then(
      ({ items }) => setServers(items),
      () => setServers([]),
    );
  }, []);
  return (
    <>
      <PageHeader title="Inspector" />
      <div className="relative min-h-0 flex-1 overflow-y-auto">
        <div className="mx-auto flex w-full max-w-5xl flex-col gap-5 px-4 py-6 md:px-6">
          <div className="flex flex-col gap-1.5">
            <Label htmlFor="target">Connected to</Label>
            <Select
              id="target"
              value={target}
              onChange={(event) => setTarget(event.target.value)}
              className="max-w-md"
            >
              <option value={own}>Countersign’s own /mcp, as outside clients see it</option>
              {servers.map(({ id, name, state }) => (
                <option key={id} value={id}>
                  {name}
                  {state === "ready" ? "" : ` (${state.replaceAll("_", " ")})`}
                </option>
              ))}
            </Select>
            <p className="text-soft text-sm">
              {target === own
                ? "A call here passes the gate, and asks as it would ask a client."
                : "A call here passes the gate before it goes to the server: a tool that asks for approval asks you here, as it would ask a client."}
            </p>
          </div>
          <Inspection key={target} target={target} />
        </div>
      </div>
    </>
  );
}

function Inspection({ target }: { target: string }) {
  const { tools, problem, load } = useTargetTools(target);
  const [chosen, setChosen] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const found = useMemo(() => {
    const wanted = search.trim().toLowerCase();
    return tools?.filter(({ name, title }) => `${name} ${title ?? ""}`.toLowerCase().includes(wanted)) ?? [];
  }, [tools, search]);
  const tool = tools?.find(({ name }) => name === chosen);

  if (problem) {
    return (
      <Notice
        action={
          <Button size="sm" onClick={load}>
            Try again
          </Button>
        }
      >
        {problem}
      </Notice>
    );
  }
  if (!tools) return <Skeleton className="h-60 rounded-xl" />;
  if (tools.length === 0) {
    return (
      <p className="rounded-2xl border border-dashed px-4 py-10 text-center text-soft">
        {target === own
          ? "No tool is exposed on /mcp. Switch one on in Settings → Tools."
          : "It offers no tools."}
      </p>
    );
  }
  return (
    <div className="grid items-start gap-5 md:grid-cols-[15rem_minmax(0,1fr)]">
      <nav aria-label="Tools" className="flex min-w-0 flex-col gap-2">
        {tools.length > 8 && (
          <Input
            type="search"
            aria-label="Search tools"
            placeholder="Search tools"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <ul className="relative flex max-h-48 flex-col gap-0.5 overflow-y-auto md:max-h-[70vh]">
          {found.map(({ name, title }) => (
            <li key={name}>
              <button
                type="button"
                aria-current={name === chosen ? "true" : undefined}
                title={title ?? undefined}
                onClick={() => setChosen(name)}
                className={cx(
                  "w-full break-all rounded-lg border px-2.5 py-1.5 text-left font-mono text-sm transition-colors",
                  name === chosen
                    ? "border-line bg-card text-fg"
                    : "border-transparent text-soft hover:bg-hover hover:text-fg",
                )}
              >
                <VisibleText text={name} />
              </button>
            </li>
          ))}
        </ul>
      </nav>
      {tool ? (
        <CallPanel key={tool.name} target={target} tool={tool} />
      ) : (
        <p className="text-soft">Choose a tool to call it.</p>
      )}
    </div>
  );
}
