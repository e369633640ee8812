"use client";

import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { Rereading } from "@/components/shell/rereading";
import type { ServerInput, ServerPatch, ServerView } from "@/lib/tools/servers/server-schema";

/** A server that connects is looked at often, one that rests now and then. */
const soonMilliseconds = 1_000;
const laterMilliseconds = 8_000;

export function useServers() {
  const [servers, setServers] = useState<ServerView[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [reading] = useState(
    () =>
      new Rereading<{ items: ServerView[] }>({
        get: (signal) => api("/servers", { signal }),
        show: ({ items }) => {
          setServers(items);
          setError(null);
        },
        failed: (problem) => setError(errorSentence(problem)),
      }),
  );

  useEffect(() => {
    reading.again();
    return reading.stop;
  }, [reading]);
  const unsettled = servers?.some(({ state }) => state === "connecting") ?? false;
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && reading.again();
    const timer = setInterval(look, unsettled ? soonMilliseconds : laterMilliseconds);
    return () => clearInterval(timer);
  }, [reading, unsettled]);

  const show = useCallback(
    (kept: ServerView) => {
      reading.changed();
      setServers((known) => {
        const others = known?.filter(({ id }) => id !== kept.id) ?? [];
        return [...others, kept].sort((one, other) => one.name.localeCompare(other.name));
      });
    },
    [reading],
  );

  return {
    servers,
    error,
    load: reading.again,
    add: async (input: ServerInput) =>
      show(await api<ServerView>("/servers", { method: "POST", body: input })),
    change: async (id: string, patch: ServerPatch) =>
      show(await api<ServerView>(`/servers/${id}`, { method: "PATCH", body: patch })),
    reconnect: async (id: string) =>
      show(await api<ServerView>(`/servers/${id}/reconnect`, { method: "POST" })),
    remove: async (id: string) => {
      await api(`/servers/${id}`, { method: "DELETE" });
      reading.changed();
      setServers((known) => known?.filter((server) => server.id !== id) ?? null);
    },
  };
}

export type Servers = ReturnType<typeof useServers>;
