"use client";

import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from "react";
import type { AppEvent } from "./event-connection";
import { EventFeed } from "./event-feed";

export type { AppEvent } from "./event-connection";

type Listener = { event: (event: AppEvent) => void; heard?: () => void };
type Events = { connected: boolean; listen: (listener: Listener) => () => void; heard: () => boolean };

/** Longer than this nobody waits for the events before the first reading. */
const patienceMilliseconds = 150;

const EventsContext = createContext<Events | null>(null);

/** The server's events for the whole page, shared by everything that listens. */
export function EventsProvider({ children }: { children: ReactNode }) {
  const [connected, setConnected] = useState(true);
  const [{ listen, feed }] = useState(() => {
    const listeners = new Set<Listener>();
    const listen = (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
    const feed = new EventFeed({
      event: (event) => {
        for (const listener of listeners) listener.event(event);
      },
      connected: setConnected,
      heard: () => {
        for (const listener of listeners) listener.heard?.();
      },
    });
    return { listen, feed };
  });

  useEffect(() => {
    feed.open();
    return () => feed.close();
  }, [feed]);

  return <EventsContext value={{ connected, listen, heard: feed.heard }}>{children}</EventsContext>;
}

function useEventsContext(): Events {
  const events = useContext(EventsContext);
  if (!events) throw new Error("Events are read inside EventsProvider.");
  return events;
}

/**
 * Calls `handler` for each event, and `readAgain` when the events begin to come, at first and after each break: what
 * you show may be from before one that nobody told.
 */
export function useEvents(handler: (event: AppEvent) => void, readAgain?: () => void): void {
  const { listen } = useEventsContext();
  const latest = useRef({ handler, readAgain });
  useEffect(() => {
    latest.current = { handler, readAgain };
  });
  useEffect(
    () =>
      listen({
        event: (event) => latest.current.handler(event),
        heard: () => latest.current.readAgain?.(),
      }),
    [listen],
  );
}

/**
 * As `useEvents`, and `read` is the first reading too: it begins when the events come, so that one is enough, and where
 * they do not come soon it does not wait for them.
 */
export function useReading(read: () => void, handler: (event: AppEvent) => void): void {
  const { heard } = useEventsContext();
  const first = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readNow = () => {
    clearTimeout(first.current);
    read();
  };
  const latest = useRef(readNow);
  useEffect(() => {
    latest.current = readNow;
  });
  useEffect(() => {
    if (heard()) latest.current();
    else first.current = setTimeout(() => latest.current(), patienceMilliseconds);
    return () => clearTimeout(first.current);
  }, [heard]);
  useEvents(handler, readNow);
}

/** False while the server's events do not come. */
export function useConnected(): boolean {
  return useEventsContext().connected;
}
