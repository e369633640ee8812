import type { Call } from "@/lib/runs/schema";

export function hasOutput(call: Call): boolean {
  return call.error === null && call.result !== null && call.result !== undefined;
}

/** Why there is no output, where the reader cannot know: of a rejection it only repeats what the agent was told. */
export function problemOf({ state, error }: Call): string | null {
  return ["rejected", "expired", "cancelled"].includes(state) ? null : error;
}

/** Whether there is more to read of how a call ended than its card shows: a card shows the begin of a problem. */
export function hasMoreToRead(call: Call): boolean {
  return hasOutput(call) || problemOf(call) !== null;
}
