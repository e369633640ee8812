import type { Call, CallState } from "@/lib/runs/schema";

const words: Record<CallState, string> = {
  requested: "Queued",
  allowed: "Queued",
  pending: "Waiting for you",
  approved: "Approved",
  executing: "Running",
  succeeded: "Done",
  failed: "Failed",
  denied: "Not run",
  rejected: "Not run",
  expired: "Not run",
  cancelled: "Not run",
  interrupted: "Interrupted",
};

export function stateWord(state: CallState): string {
  return words[state];
}

export type CallTone = "green" | "red" | "amber" | "blue" | "neutral";

export function stateTone(state: CallState): CallTone {
  if (state === "succeeded") return "green";
  if (state === "failed") return "red";
  if (state === "interrupted" || state === "pending") return "amber";
  if (state === "executing") return "blue";
  return "neutral";
}

const telling = ["path", "source", "url", "query", "expression", "timeZone", "name"];

/** The one argument that says most about a call, for a line that has no room for all of them. */
export function mainArgument(args: unknown): string {
  if (typeof args !== "object" || args === null) return "";
  const entries = Object.entries(args).filter(
    ([, value]) => typeof value === "string" || typeof value === "number",
  );
  const known = telling.flatMap((key) => entries.filter(([name]) => name === key))[0] ?? entries[0];
  if (!known) return "";
  const destination = entries.find(([name]) => name === "destination");
  const text = destination && known[0] === "source" ? `${known[1]} → ${destination[1]}` : String(known[1]);
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** "12 ms", "3.4 s", "2 min 5 s". */
export function durationWords(milliseconds: number): string {
  if (milliseconds < 1_000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 10_000) return `${(Math.floor(milliseconds / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(milliseconds / 1_000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

export function callDuration(call: Pick<Call, "startedAt" | "endedAt">): string | null {
  if (!call.startedAt || !call.endedAt) return null;
  return durationWords(Date.parse(call.endedAt) - Date.parse(call.startedAt));
}

/** "23 h 58 min left"; counts the second that is running, so that it never says 0 before the end. */
export function timeLeftWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds <= 0) return "expired";
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 1) return `${days} days${hours % 24 > 0 ? ` ${hours % 24} h` : ""} left`;
  if (hours > 0) return `${hours} h${minutes % 60 > 0 ? ` ${minutes % 60} min` : ""} left`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s left` : `${seconds} s left`;
}
