import { setTimeout as pause } from "node:timers/promises";
import { log } from "../log.ts";
import { createKnownEvents, type FeedItem } from "./known-events.ts";
import { readEvents } from "./read-events.ts";
import { type Repeating, repeat } from "./repeat.ts";
import type { Services } from "./services.ts";

export type EventFeed = {
  /** From now on; with a cursor, what came since then first. */
  follow(after: number | null, signal: AbortSignal): AsyncGenerator<FeedItem>;
  stop(): Promise<void>;
};

/** Without a word from another instance the record is read this often, and never more often than the second. */
const lookAgainMilliseconds = 1_000;
const betweenMilliseconds = 25;
/** How far below the newest number one may still be that was not in sight at the beginning. */
const replayed = 2_000;

/** A reader that is further behind is sent away: it comes back with its cursor, and reads the record for itself. */
const mostWaiting = 20_000;

/** One reader of the record for all who listen here; while nobody does, it rests. */
export function createEventFeed({ database, events }: Pick<Services, "database" | "events">): EventFeed {
  const listeners = new Set<(items: FeedItem[]) => void>();
  let known = createKnownEvents(0);
  let looking: Repeating | null = null;
  let reading: Promise<void> | null = null;
  let again = false;
  let beginning: Promise<void> | null = null;

  const begin = async () => {
    await reading;
    const { newest } = await readEvents(database, Number.MAX_SAFE_INTEGER);
    known = createKnownEvents(Math.max(0, newest - replayed));
    await read();
  };
  const read = async () => {
    for (let complete = false; !complete; ) {
      const page = await readEvents(database, known.newest(), known.missing());
      const items = known.take(page);
      if (items.length > 0) for (const listener of listeners) listener(items);
      complete = page.complete;
    }
  };
  const readSoon = (): Promise<void> => {
    again = true;
    reading ??= (async () => {
      while (again && listeners.size > 0) {
        again = false;
        await read();
        await pause(betweenMilliseconds);
      }
    })().finally(() => {
      reading = null;
    });
    return reading;
  };
  const unsubscribe = events.subscribe((signal) => {
    if (signal.kind !== "recorded" || listeners.size === 0) return;
    readSoon().catch((error) => log.warn({ error: String(error) }, "the record could not be read"));
  });
  const listen = async (listener: (items: FeedItem[]) => void) => {
    if (listeners.size === 0) {
      // Several that come at once begin together: a second beginning would swallow what the first has yet to hear.
      beginning ??= begin().finally(() => {
        beginning = null;
      });
      await beginning;
    }
    listeners.add(listener);
    looking ??= repeat("event feed", lookAgainMilliseconds, readSoon);
    return known.settled();
  };
  const leave = (listener: (items: FeedItem[]) => void) => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    void looking?.stop();
    looking = null;
  };

  return {
    async *follow(after, signal) {
      const waiting: FeedItem[] = [];
      let over = false;
      let wake = () => {};
      const listener = (items: FeedItem[]) => {
        over ||= waiting.length + items.length > mostWaiting;
        if (over) leave(listener);
        else waiting.push(...items);
        wake();
      };
      const onAbort = () => wake();
      signal.addEventListener("abort", onAbort);
      try {
        const heardFrom = await listen(listener);
        yield { cursor: after ?? heardFrom, event: null };
        for (let from = after; from !== null && !signal.aborted && !over; ) {
          // What is settled before a page is read is in sight for it: the rest may yet come, and is heard from the feed.
          const settled = known.settled();
          const { rows, complete } = await readEvents(database, from);
          for (const event of rows) {
            if (signal.aborted || over) return;
            yield { cursor: Math.min(event.sequence, settled), event };
          }
          from = complete ? null : (rows.at(-1)?.sequence ?? null);
        }
        while (!signal.aborted && !over) {
          for (let item = waiting.shift(); item && !over; item = waiting.shift()) yield item;
          if (signal.aborted || over || waiting.length > 0) continue;
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
        }
      } finally {
        leave(listener);
        signal.removeEventListener("abort", onAbort);
      }
    },
    async stop() {
      unsubscribe();
      await looking?.stop();
      await reading;
    },
  };
}
