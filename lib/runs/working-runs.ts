/** The runs that this instance is driving now, so that they can be counted, stopped and awaited. */
export type WorkingRuns = {
  count(): number;
  /** Counts while the work goes on: those who come while a run is being saved see that its place is taken. */
  hold<Result>(work: () => Promise<Result>): Promise<Result>;
  has(runId: string): boolean;
  add(runId: string, epoch: number, work: (signal: AbortSignal) => Promise<void>): void;
  /** Aborts work of an epoch older than this one. */
  fence(runId: string, epoch: number): void;
  stopAll(): Promise<void>;
};

type Work = { runId: string; epoch: number; abort: AbortController; done: Promise<void> };

export function createWorkingRuns(): WorkingRuns {
  const working = new Set<Work>();
  let held = 0;
  return {
    count: () => working.size + held,
    async hold(work) {
      held += 1;
      try {
        return await work();
      } finally {
        held -= 1;
      }
    },
    has: (runId) => [...working].some((entry) => entry.runId === runId),
    add(runId, epoch, work) {
      const abort = new AbortController();
      const entry: Work = { runId, epoch, abort, done: Promise.resolve() };
      working.add(entry);
      // Whatever it began and did not wait for ends with it: nothing works on that cannot be stopped or counted.
      entry.done = work(abort.signal).finally(() => {
        abort.abort(new FencedError());
        working.delete(entry);
      });
    },
    fence(runId, epoch) {
      for (const entry of working) {
        if (entry.runId === runId && entry.epoch < epoch) entry.abort.abort(new FencedError());
      }
    },
    async stopAll() {
      // What ends at this moment may have begun the next one.
      while (working.size > 0) {
        const all = [...working];
        for (const entry of all) entry.abort.abort(new FencedError());
        await Promise.allSettled(all.map((entry) => entry.done));
      }
    },
  };
}

/** The run is another's now (cancelled, taken over, resumed elsewhere): stop, and write nothing more. */
export class FencedError extends Error {
  constructor() {
    super("The run belongs to another epoch.");
    this.name = "FencedError";
  }
}
