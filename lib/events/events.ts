import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Database } from "../db/client.ts";
import type { ApprovalRow, CallRow, DecisionRow, RunRow, ToolSettingsRow } from "../db/rows.ts";
import { log } from "../log.ts";

/** What one room tells another, and one instance another. A lost one costs a moment, never an event: readers have cursors. */
const signalSchema = z.discriminatedUnion("kind", [
  /** Rows were appended to the audit. */
  z.object({ kind: z.literal("recorded") }),
  /** The stream log of a run grew, or the run rests or ended. */
  z.object({ kind: z.literal("stream"), runId: z.string() }),
  /** An outside call was decided or has ended. */
  z.object({ kind: z.literal("call"), callId: z.string() }),
  /** Tools, servers or secrets are others now: read them again. */
  z.object({ kind: z.literal("tools") }),
  /** A person signed in to a server, or wants it to be tried again: who has no connection to it tries now. */
  z.object({ kind: z.literal("server"), serverId: z.string() }),
  /** The run belongs to another epoch now: whoever works on an older one stops. */
  z.object({ kind: z.literal("fenced"), runId: z.string(), epoch: z.number() }),
]);

export type Signal = z.infer<typeof signalSchema>;

/** A notification comes back to whoever sent it, who has heard it already. */
const noticeSchema = z.object({ from: z.string(), signals: z.array(signalSchema) });

/** Told in this process only: this instance has taken the run and goes on with it. */
export type Taken = {
  runId: string;
  conversationId: string;
  epoch: number;
  /** The call that was answered, where it is the only one of its step: it need not be looked up. */
  only: OnlyCall | null;
};

export type OnlyCall = {
  run: RunRow;
  call: CallRow;
  approval: ApprovalRow;
  decisions: DecisionRow[];
  toolSettings: ToolSettingsRow[];
};

export type Events = {
  publish(signals: Signal[]): void;
  subscribe(listener: (signal: Signal) => void): () => void;
  take(taken: Taken): void;
  onTaken(listener: (taken: Taken) => void): void;
  /** Told in this process only: an outside call was approved here, and runs here. */
  takeCall(callId: string): void;
  onCallTaken(listener: (callId: string) => void): void;
  listen(): Promise<void>;
  flush(): Promise<void>;
};

const batchMilliseconds = 50;
/** A notification holds 8,000 bytes; with more than this many the others are simply told to read. */
const mostSignals = 60;

export function createEvents(database: Pick<Database, "kind" | "notify" | "listen">): Events {
  const from = randomUUID();
  const listeners = new Set<(signal: Signal) => void>();
  const takers = new Set<(taken: Taken) => void>();
  const callTakers = new Set<(callId: string) => void>();
  const waiting = new Map<string, Signal>();
  let timer: NodeJS.Timeout | null = null;

  const deliver = (signal: Signal) => {
    for (const listener of listeners) listener(signal);
  };
  const send = async () => {
    timer = null;
    const signals = [...waiting.values()];
    waiting.clear();
    for (let sent = 0; sent < signals.length; sent += mostSignals) {
      const notice: z.infer<typeof noticeSchema> = { from, signals: signals.slice(sent, sent + mostSignals) };
      try {
        await database.notify(JSON.stringify(notice));
      } catch (error) {
        log.warn({ error: String(error) }, "a notification was not sent; the other instances read later");
      }
    }
  };
  return {
    publish(signals) {
      for (const signal of signals) deliver(signal);
      if (database.kind === "embedded" || signals.length === 0) return;
      for (const signal of signals) waiting.set(`${signal.kind} ${subjectOf(signal)}`, signal);
      timer ??= setTimeout(send, batchMilliseconds);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    take(taken) {
      for (const taker of takers) taker(taken);
    },
    onTaken(listener) {
      takers.add(listener);
    },
    takeCall(callId) {
      for (const taker of callTakers) taker(callId);
    },
    onCallTaken(listener) {
      callTakers.add(listener);
    },
    listen: () =>
      database.listen((payload) => {
        const notice = readNotice(payload);
        if (notice && notice.from !== from) for (const signal of notice.signals) deliver(signal);
      }),
    async flush() {
      if (timer) clearTimeout(timer);
      if (waiting.size > 0) await send();
    },
  };
}

function subjectOf(signal: Signal): string {
  if ("runId" in signal) return signal.runId;
  if ("callId" in signal) return signal.callId;
  return "serverId" in signal ? signal.serverId : "";
}

/** Whoever may connect to the database can send one: what is none is passed by. */
function readNotice(payload: string): z.infer<typeof noticeSchema> | null {
  try {
    return noticeSchema.parse(JSON.parse(payload));
  } catch (error) {
    log.warn({ error: String(error) }, "a notification could not be read");
    return null;
  }
}
