export type TimeLimit = { signal: AbortSignal; extend: () => void; clear: () => void };

/** The signal, which also ends when the time is up, for this reason; each word of whoever works gives it that time anew. */
export function timeLimit(signal: AbortSignal, milliseconds: number, reason: Error): TimeLimit {
  const ended = new AbortController();
  const end = () => ended.abort(reason);
  let timer = setTimeout(end, milliseconds);
  return {
    signal: AbortSignal.any([signal, ended.signal]),
    extend: () => {
      clearTimeout(timer);
      timer = setTimeout(end, milliseconds);
    },
    clear: () => clearTimeout(timer),
  };
}

/** The run has worked as long as it may. */
export class OutOfTimeError extends Error {
  constructor() {
    super("The run is out of time.");
    this.name = "OutOfTimeError";
  }
}
