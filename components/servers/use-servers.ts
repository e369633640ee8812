"use client";

import { useCallback, useEffect, useState } from "react";
import { api, errorSentence } from "@/components/shell/api";
import { NewestReading } from "@/components/shell/newest-reading";
import type { ServerInput, ServerPatch, ServerView } from "@/lib/tools/servers/server-schema";

/** A server that connects is looked at often, one that rests now and then. */
const soonMilliseconds = 1_000;
const laterMilliseconds = 8_000;

export function useServers() {
  const [servers, setServers] = useState<ServerView[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [newest] = useState(() => new NewestReading());

  const load = useCallback(async () => {
    try {
      const read = await newest.read(() => api<{ items: ServerView[] }>("/servers"));
      if (!read) return;
      setServers(read.items);
      setError(null);
    } catch (problem) {
      setError(errorSentence(problem));
    }
  }, [newest]);

  useEffect(() => void load(), [load]);
  const unsettled = servers?.some(({ state }) => state === "connecting") ?? false;
  useEffect(() => {
    const look = () => document.visibilityState === "visible" && void load();
    const timer = setInterval(look, unsettled ? soonMilliseconds : laterMilliseconds);
    return () => clearInterval(timer);
  }, [load, unsettled]);

  const show = useCallback(
    (kept: ServerView) => {
      newest.changed();
      setServers((known) => {
        const others = known?.filter(({ id }) => id !== kept.id) ?? [];
        return [...others, kept].sort((one, other) => one.name.localeCompare(other.name));
      });
    },
    [newest],
  );

  return {
    servers,
    error,
    load,
    add: async (input: ServerInput) =>
      show(await api<ServerView>("/servers", { method: "POST", body: input })),
    change: async (id: string, patch: ServerPatch) =>
      show(await api<ServerView>(`/servers/${id}`, { method: "PATCH", body: patch })),
    reconnect: async (id: string) =>
      show(await api<ServerView>(`/servers/${id}/reconnect`, { method: "POST" })),
    remove: async (id: string) => {
      await api(`/servers/${id}`, { method: "DELETE" });
      newest.changed();
      setServers((known) => known?.filter((server) => server.id !== id) ?? null);
    },
  };
}

export type Servers = ReturnType<typeof useServers>;
