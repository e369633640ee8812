import type { Run } from "@/lib/runs/schema";
import type { RunStatus } from "./message-types";

/** Something of the run still moves by itself: it is read as it streams, also while something else of it waits. */
export const isMoving = (run: Run): boolean =>
  run.state === "running" ||
  (run.state === "waiting" && run.calls.some(({ state }) => state === "allowed" || state === "executing"));

/** What the run is doing, and since when, where that is known. */
export function statusWords(
  run: Run | null,
  status: RunStatus | null,
): { text: string; since: string | null } | null {
  if (run?.state !== "running") return null;
  if (!status || status.kind === "waiting") return runningCalls(run) ?? { text: "Thinking", since: null };
  return { text: status.text, since: status.kind === "retrying" ? null : status.since };
}

/** Nothing was told by the stream yet: the run's calls say as much. */
function runningCalls({ calls }: Run): { text: string; since: string | null } | null {
  const running = calls.filter(({ state }) => state === "executing");
  if (running.length === 0) return null;
  const [since] = running.flatMap(({ startedAt }) => startedAt ?? []).sort();
  return { text: `Running ${running.map(({ tool }) => tool.name).join(", ")}`, since: since ?? null };
}
