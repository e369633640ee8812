/** What one run of authored code may use up. Time is from its start on a worker to its result. */
export type SandboxLimits = {
  milliseconds: number;
  /** At least 16 MB, of which the engine itself has a part. */
  memoryBytes: number;
  stackBytes: number;
  /** Requests to the host (fetch and files): all in all, and under way at once. */
  hostCalls: number;
  hostCallsAtOnce: number;
  consoleLines: number;
  consoleCharacters: number;
};

export const defaultLimits: SandboxLimits = {
  milliseconds: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 512 * 1024,
  hostCalls: 200,
  hostCallsAtOnce: 16,
  consoleLines: 200,
  consoleCharacters: 50_000,
};

/** Longer lines of the console and errors are cut to this length. */
export const longestLine = 2_000;
export const longestError = 4_000;
/** A result whose JSON is longer is cut to this length, note included. */
export const longestResult = 1_000_000;
export const deepestResult = 200;
/** The most that a request to the host may carry: a 2 MB text, with every character escaped twice over. */
export const longestHostCall = 8 * 1024 * 1024;
