import type { SandboxLimits } from "./sandbox-limits.ts";

const megabytes = (bytes: number): string => `${Math.round(bytes / (1024 * 1024))} MB`;

export const timeSentence = ({ milliseconds }: SandboxLimits): string =>
  `The code took longer than ${milliseconds / 1_000} s and was stopped.`;

export const memorySentence = ({ memoryBytes }: SandboxLimits): string =>
  `The code used more than ${megabytes(memoryBytes)} of memory and was stopped.`;

export const stackSentence = "The code calls itself too deeply.";
export const stuckSentence = "The code waits for something that never comes.";
export const brokenSentence = "The code broke the engine that runs it and was stopped.";

type Failure = { message: string; stack: string };

/** What the code threw, or what was thrown in it to stop it. */
export function describeFailure(
  failure: Failure,
  limits: SandboxLimits,
  usedBytes: number,
): { error: string; stopped: boolean } {
  // With no room left even for an error, QuickJS throws null.
  const outOfMemory =
    failure.message === "InternalError: out of memory" ||
    (failure.message === "null" && usedBytes > limits.memoryBytes / 2);
  return outOfMemory
    ? { error: memorySentence(limits), stopped: true }
    : { error: sentenceOf(failure), stopped: false };
}

/** For its author and the model: the message, and the line of the module it came from. */
function sentenceOf(failure: Failure): string {
  const message = /^\w+: stack overflow$/.test(failure.message) ? stackSentence : failure.message;
  const line = /\btool\.js:(\d+)/.exec(failure.stack)?.[1];
  const sentence = message.replace(/^Error: /, "") || "The code failed without a message.";
  return line === undefined ? sentence : `${sentence} (line ${line})`;
}

/** What the engine threw when the code was too much for it. */
export function describeBreakdown(error: unknown, limits: SandboxLimits): string {
  const text = String(error);
  if (/out of memory/i.test(text)) return memorySentence(limits);
  return /call stack|stack overflow/i.test(text) ? stackSentence : brokenSentence;
}
