import { brokenSentence, memorySentence, timeSentence } from "./describe-failure.ts";
import { answerHostCall, type Capabilities, grantedOperations, mayChange, type World } from "./host-calls.ts";
import { defaultLimits, type SandboxLimits } from "./sandbox-limits.ts";
import type { Ending, FromWorker } from "./sandbox-messages.ts";
import type { SandboxPool } from "./sandbox-pool.ts";
import type { Departure } from "./sandbox-thread.ts";

/** QuickJS stops most code at its limit by itself; what it cannot interrupt is ended with its thread, this much later. */
const graceMilliseconds = 1_000;

type Work = {
  code: string;
  input: unknown;
  capabilities: Capabilities;
  signal: AbortSignal;
  limits?: Partial<SandboxLimits>;
  onlyCheck: boolean;
};

type Conversation = {
  ending: Ending;
  lines: string[];
  milliseconds: number;
  /**
   * It was stopped after it had begun to change something, or failed while that was under way or its answer lost: nobody
   * knows what it did.
   */
  isUnknown: boolean;
};

/** Gives one run to a thread and answers what its code asks for, until it ends, its time is over, or we are stopped. */
export async function converse(work: Work, host: World & { pool: SandboxPool }): Promise<Conversation> {
  const { signal, capabilities } = work;
  const limits = { ...defaultLimits, ...work.limits };
  const operations = grantedOperations(capabilities);
  const input = JSON.stringify(work.input ?? null);
  const thread = await host.pool.acquire(signal);
  const begun = performance.now();
  const lines: string[] = [];
  const calls: Promise<void>[] = [];
  const over = new AbortController();
  const { promise: ended, resolve, reject } = Promise.withResolvers<Ending>();
  let unhurt = false;
  let changesBegun = 0;
  /** Under way, or the answer was lost. */
  let changesUnanswered = 0;

  const hear = (message: FromWorker) => {
    if (message.kind === "console") lines.push(message.line);
    if (message.kind === "call") {
      const change = mayChange(message.operation, message.payload) ? 1 : 0;
      changesBegun += change;
      changesUnanswered += change;
      const answering = answerHostCall(
        message.operation,
        message.payload,
        { ...host, capabilities },
        over.signal,
      );
      calls.push(
        answering.then(({ answer, isLost }) => {
          if (over.signal.aborted) return;
          if (!isLost) changesUnanswered -= change;
          thread.post({ kind: "answer", id: message.id, ...answer });
        }),
      );
    }
    if (message.kind === "end") {
      unhurt = !message.hurt;
      resolve(message.ending);
    }
  };
  const stop = () => reject(signal.reason);
  const cutOff = (error: string) => resolve({ ok: false, error, stopped: true });
  const late = () => cutOff(timeSentence(limits));
  const timer = setTimeout(late, limits.milliseconds + graceMilliseconds);
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    thread.listen({
      message: hear,
      gone: (departure) => cutOff(sentenceFor(departure, limits)),
    });
    const grants = { operations, secrets: named(capabilities.secrets) };
    thread.post({ kind: "assignment", code: work.code, input, grants, limits, onlyCheck: work.onlyCheck });
    const ending = await ended;
    const isUnknown = !ending.ok && (changesUnanswered > 0 || (ending.stopped && changesBegun > 0));
    return { ending, lines, milliseconds: Math.round(performance.now() - begun), isUnknown };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    over.abort();
    if (unhurt) host.pool.release(thread);
    else await host.pool.discard(thread);
    await Promise.all(calls);
  }
}

const named = (secrets: Record<string, string> = {}) => (Object.keys(secrets).length > 0 ? secrets : null);

function sentenceFor(departure: Departure, limits: SandboxLimits): string {
  if (departure === "memory") return memorySentence(limits);
  return departure === "broken" ? brokenSentence : "The code was stopped because Countersign stops.";
}
