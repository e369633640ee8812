import type { UIMessageChunk } from "ai";

/** A transient chunk (a status) has the number of the one before it: it is shown to those who listen, and not kept. */
export type StreamEntry = { epoch: number; n: number; chunk: UIMessageChunk; transient: boolean };

/** What a run shows while it is driven here: kept in memory for those who listen on this instance. */
export type RunStream = {
  runId: string;
  epoch: number;
  entries: StreamEntry[];
  /**
   * What each call told last of its progress, and before which of the entries: kept apart, or a server that tells it on
   * and on would fill our memory.
   */
  progress: Map<string, { entry: StreamEntry; before: number }>;
  /** What the run was last said to be doing. */
  status: UIMessageChunk | null;
  /** The number of the next chunk that is kept. */
  next: number;
  /** Kept chunks from this number on are not in the log yet. */
  saved: number;
  /** The step that is being answered and is not saved yet, and where in the entries its words begin. */
  answering: { step: number; from: number } | null;
  closed: boolean;
  /** Closed because the run rests or ended: nothing more comes, and all of it is saved. */
  resting: boolean;
  /** The last chunk before this epoch, where it is known here: who has that one needs nothing of the log. */
  follows: { epoch: number; n: number } | null;
};

export type RunStreams = {
  open(runId: string, epoch: number): RunStream;
  find(runId: string): RunStream | undefined;
  show(stream: RunStream, chunks: UIMessageChunk[]): void;
  close(stream: RunStream, resting: boolean): void;
  /** Rings whenever a stream of the run opens, grows or closes here. */
  listen(runId: string, ring: () => void): () => void;
};

const beginning = { epoch: 0, n: -1 };
/** How many resting runs have their last chunk remembered; that of the others is looked up. */
const mostRemembered = 1_000;

export function createRunStreams(): RunStreams {
  const ends = new Map<string, { epoch: number; n: number }>();
  const streams = new Map<string, RunStream>();
  const listeners = new Map<string, Set<() => void>>();
  const wake = (runId: string) => {
    for (const ring of listeners.get(runId) ?? []) ring();
  };
  const remember = (stream: RunStream) => {
    ends.set(stream.runId, { epoch: stream.epoch, n: stream.next - 1 });
    const [oldest] = ends.keys();
    if (ends.size > mostRemembered && oldest !== undefined) ends.delete(oldest);
  };
  return {
    open(runId, epoch) {
      const follows = epoch === 1 ? beginning : ends.get(runId);
      const stream: RunStream = {
        runId,
        epoch,
        entries: [],
        progress: new Map(),
        status: null,
        next: 0,
        saved: 0,
        answering: null,
        closed: false,
        resting: false,
        follows: follows?.epoch === epoch - 1 ? follows : null,
      };
      ends.delete(runId);
      const before = streams.get(runId);
      // Work of an older epoch that comes late shows nothing to anyone.
      if (before && before.epoch > epoch) return stream;
      if (before) before.closed = true;
      streams.set(runId, stream);
      wake(runId);
      return stream;
    },
    find: (runId) => streams.get(runId),
    show(stream, chunks) {
      for (const chunk of chunks) {
        const transient = "transient" in chunk && chunk.transient === true;
        const n = transient ? stream.next - 1 : stream.next;
        if (chunk.type === "data-status") stream.status = chunk;
        const entry = { epoch: stream.epoch, n, chunk, transient };
        if (chunk.type === "data-progress") noteProgress(stream, entry, chunk.data);
        else stream.entries.push(entry);
        if (!transient) stream.next += 1;
      }
      wake(stream.runId);
    },
    close(stream, resting) {
      stream.closed = true;
      // Where the run went on meanwhile, it does not rest any more.
      if (streams.get(stream.runId) === stream) {
        streams.delete(stream.runId);
        stream.resting = resting;
        if (resting) remember(stream);
      }
      wake(stream.runId);
    },
    listen(runId, ring) {
      const ringing = listeners.get(runId) ?? new Set();
      listeners.set(runId, ringing.add(ring));
      return () => {
        ringing.delete(ring);
        if (ringing.size === 0 && listeners.get(runId) === ringing) listeners.delete(runId);
      };
    },
  };
}

function noteProgress(stream: RunStream, entry: StreamEntry, data: unknown): void {
  stream.progress.set(String(Object(data).callId), { entry, before: stream.entries.length });
}
