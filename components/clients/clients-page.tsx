"use client";

import Link from "next/link";
import { useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { usePageTitle } from "@/components/shell/page-title";
import { buttonClass } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { Notice } from "@/components/ui/notice";
import { Skeleton } from "@/components/ui/skeleton";
import { Time } from "@/components/ui/time";
import { VisibleText } from "@/components/ui/visible-text";
import type { ToolView } from "@/lib/tools/schema";
import { ClientSetup } from "./client-setup";

type Client = { name: string; version: string; seenAt: string };
type Clients = { url: string; items: Client[]; exposed: number };

export function ClientsPage() {
  usePageTitle("Clients");
  const [clients, setClients] = useState<Clients | null>(null);
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    Promise.all([
      api<{ url: string; items: Client[] }>("/clients"),
      api<{ items: ToolView[] }>("/tools"),
    ]).then(
      ([seen, tools]) =>
        setClients({ ...seen, exposed: tools.items.filter(({ exposed }) => exposed).length }),
      (problem) => setError(errorSentence(problem)),
    );
  }, []);

  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <div>
        <h2 className="font-semibold text-lg tracking-tight">Clients</h2>
        <p className="text-soft">
          Claude Desktop, an editor or another agent can call the tools that you expose. Their calls pass the
          same gate as the chat’s.
        </p>
      </div>
      {error && <Notice>{error}</Notice>}
      {!clients && !error && <Skeleton className="h-40 rounded-2xl" />}
      {clients && (
        <>
          <dl className="grid grid-cols-[6rem_minmax(0,1fr)] items-center gap-y-2 rounded-2xl border bg-card p-4 shadow-raised">
            <dt className="text-soft">Address</dt>
            <dd className="flex items-center gap-1">
              <code className="break-all text-sm">{clients.url}</code>
              <CopyButton text={clients.url} what="address" />
            </dd>
            <dt className="text-soft">Exposed</dt>
            <dd>
              {clients.exposed === 0
                ? "No tool yet"
                : `${clients.exposed} tools`.replace(/^1 tools$/, "1 tool")}
              ,{" "}
              <Link href="/settings/tools" className="underline underline-offset-2">
                chosen in Tools
              </Link>
            </dd>
          </dl>
          <ClientSetup url={clients.url} />
          <section aria-labelledby="seen" className="flex flex-col gap-2">
            <h3 id="seen" className="font-semibold text-md">
              Seen last
            </h3>
            {clients.items.length === 0 && <p className="text-soft">No client has connected yet.</p>}
            {clients.items.length > 0 && (
              <ul className="rounded-2xl border bg-card shadow-raised">
                {clients.items.map(({ name, version, seenAt }) => (
                  <li
                    key={`${name} ${version}`}
                    className="flex flex-wrap items-baseline gap-x-2.5 border-t px-4 py-2.5 first:border-t-0"
                  >
                    <span className="break-all font-medium">
                      <VisibleText text={name} />
                    </span>
                    <span className="text-soft text-sm">
                      <VisibleText text={version} />
                    </span>
                    <Time at={seenAt} className="ml-auto text-soft text-sm" />
                  </li>
                ))}
              </ul>
            )}
            <p className="text-soft text-xs">
              These names are what the clients say of themselves; they open nothing.
            </p>
          </section>
          <Link href="/inspector" className={`${buttonClass()} self-start`}>
            See what a client sees
          </Link>
        </>
      )}
    </div>
  );
}
