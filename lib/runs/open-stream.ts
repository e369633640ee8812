import type { UIMessageChunk } from "ai";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { type Cursor, isAfter, isDropped, isLost, readLog, readLogState } from "./read-log.ts";
import type { RunStream, StreamEntry } from "./run-streams.ts";
import type { RunServices } from "./services.ts";

export type StreamItem = { id: string; chunk: UIMessageChunk };

type Reader = { runId: string; signal: AbortSignal };

const cursorSchema = z.string().regex(/^\d{1,9}-(-1|\d{1,9})$/);
const beginning: Cursor = { epoch: 0, n: -1 };

/** How long a reader waits for a word from another instance before it looks for itself. */
const lookAgainMilliseconds = 1_000;

/**
 * Everything that the run shows after the cursor, until it rests or ends. From memory while the run is driven here,
 * from the log otherwise; what is in both comes once. A cursor beyond what was saved (its instance died) gets a reset
 * and the message from its start.
 */
export async function openStream(
  services: RunServices,
  request: Reader & { after: string | null },
): Promise<AsyncGenerator<StreamItem>> {
  const parsed = request.after === null ? null : cursorSchema.safeParse(request.after);
  if (parsed && !parsed.success) {
    throw new AppError("invalid", "after: must be the id of a chunk of this run", { field: "after" });
  }
  const cursor = parsed ? readCursor(parsed.data) : beginning;
  const live = services.streams.find(request.runId);
  if (!live || !goesOnFrom(live, cursor)) {
    const state = await readLogState(services.database, request.runId);
    const rests = !state.kept && !services.streams.find(request.runId);
    if (rests || isDropped(cursor, state)) {
      throw new AppError("expired", "The stream of this run is no longer kept: load the conversation.");
    }
  }
  return read(services, request, cursor);
}

/** Memory has everything after the cursor. */
const goesOnFrom = (live: RunStream, cursor: Cursor): boolean =>
  cursor.epoch === live.epoch ||
  (live.follows !== null && cursor.epoch === live.follows.epoch && cursor.n === live.follows.n);

function readCursor(id: string): Cursor {
  const split = id.indexOf("-");
  return { epoch: Number(id.slice(0, split)), n: Number(id.slice(split + 1)) };
}

const item = ({ epoch, n, chunk }: StreamEntry): StreamItem => ({ id: `${epoch}-${n}`, chunk });
const resetItem: StreamItem = { id: "0--1", chunk: { type: "data-reset", data: {}, transient: true } };

async function* read(services: RunServices, reader: Reader, from: Cursor): AsyncGenerator<StreamItem> {
  let cursor = from;
  let status = "";
  const bell = createBell();
  // Work of an epoch that the reader is past is fenced work that has not noticed yet.
  const findLive = () => {
    const live = services.streams.find(reader.runId);
    return live && live.epoch >= cursor.epoch ? live : undefined;
  };
  const stopListening = services.streams.listen(reader.runId, bell.ring);
  const unsubscribe = services.events.subscribe((signal) => {
    if (signal.kind === "stream" && signal.runId === reader.runId) bell.ring();
  });
  reader.signal.addEventListener("abort", bell.ring, { once: true });
  try {
    while (!reader.signal.aborted) {
      const live = findLive();
      // The log first for what came before this epoch, then memory.
      if (!live || (cursor.epoch < live.epoch && !goesOnFrom(live, cursor))) {
        const state = await readLogState(services.database, reader.runId);
        if (isDropped(cursor, state)) return;
        if (isLost(cursor, state)) {
          cursor = beginning;
          yield resetItem;
          continue;
        }
        for (const entry of await readLog(services.database, reader.runId, cursor, live?.epoch ?? null)) {
          if (entry.transient) {
            // It is told again with each reading, and is over when the run rests or another epoch began.
            const told = JSON.stringify(entry.chunk);
            if (live || state.resting || entry.epoch !== state.epoch || told === status) continue;
            status = told;
          }
          cursor = { epoch: entry.epoch, n: entry.n };
          yield item(entry);
        }
        if (!live) {
          if (findLive()) continue;
          if (state.resting) return;
          await bell.wait(lookAgainMilliseconds);
          continue;
        }
      }
      if (cursor.epoch < live.epoch) cursor = { epoch: live.epoch, n: -1 };
      for await (const entry of follow(live, cursor, bell, reader.signal)) {
        cursor = { epoch: entry.epoch, n: entry.n };
        yield item(entry);
      }
      if (live.resting) return;
    }
  } finally {
    stopListening();
    unsubscribe();
    reader.signal.removeEventListener("abort", bell.ring);
  }
}

async function* follow(
  stream: RunStream,
  cursor: Cursor,
  bell: Bell,
  signal: AbortSignal,
): AsyncGenerator<StreamEntry> {
  let index = 0;
  const told = new Map<string, StreamEntry>();
  const isNew = (entry: StreamEntry) => isAfter(entry, cursor) || (entry.transient && entry.n === cursor.n);
  while (!signal.aborted) {
    for (; ; index += 1) {
      for (const [callId, { entry, before }] of stream.progress) {
        if (before > index || told.get(callId) === entry) continue;
        told.set(callId, entry);
        if (isNew(entry)) yield entry;
      }
      const entry = stream.entries[index];
      if (!entry) break;
      if (isNew(entry)) yield entry;
    }
    if (stream.closed) return;
    await bell.wait(lookAgainMilliseconds);
  }
}

type Bell = { ring: () => void; wait: (milliseconds: number) => Promise<void> };

/** A ring while nobody waits is not lost: the next wait ends at once. */
function createBell(): Bell {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = null;
    },
  };
}
