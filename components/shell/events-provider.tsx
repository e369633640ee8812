"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import { type AppEvent, EventFeed } from "./event-feed";

export type { AppEvent } from "./event-feed";

type Listener = { event: (event: AppEvent) => void; reconnected?: () => void };
type Events = { connected: boolean; listen: (listener: Listener) => () => void };

const EventsContext = createContext<Events | null>(null);

/** One connection to /events for the whole page, shared by everything that listens. */
export function EventsProvider({ children }: { children: ReactNode }) {
  const [connected, setConnected] = useState(true);
  const [listeners] = useState(() => new Set<Listener>());
  const [listen] = useState(() => (listener: Listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  });

  useEffect(() => {
    const feed = new EventFeed({
      event: (event) => {
        for (const listener of listeners) listener.event(event);
      },
      connected: setConnected,
      reconnected: () => {
        for (const listener of listeners) listener.reconnected?.();
      },
    });
    feed.open();
    return () => feed.close();
  }, [listeners]);

  return <EventsContext value={{ connected, listen }}>{children}</EventsContext>;
}

function useEventsContext(): Events {
  const events = useContext(EventsContext);
  if (!events) throw new Error("Events are read inside EventsProvider.");
  return events;
}

/**
 * Calls `handler` for each event, and `onReconnected` when the connection is back after a break, during which events
 * may have been missed: read again what you show.
 */
export function useEvents(handler: (event: AppEvent) => void, onReconnected?: () => void): void {
  const { listen } = useEventsContext();
  const latest = useRef({ handler, onReconnected });
  useEffect(() => {
    latest.current = { handler, onReconnected };
  });
  useEffect(
    () =>
      listen({
        event: (event) => latest.current.handler(event),
        reconnected: () => latest.current.onReconnected?.(),
      }),
    [listen],
  );
}

/** False while the server's events do not come. */
export function useConnected(): boolean {
  return useEventsContext().connected;
}
