import { formatDistance } from "./format-distance.ts";

export function formatSize(bytes: number): string {
  if (bytes < 1_000) return bytes === 1 ? "1 byte" : `${bytes} bytes`;
  if (bytes < 1_000_000) return `${(bytes / 1_000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** Size and age in words, for the person who is asked. */
export function describeFile(facts: { size: number; modifiedAt: Date }, now: Date): string {
  const changed = facts.modifiedAt.toISOString().slice(0, 16).replace("T", " ");
  return `${formatSize(facts.size)}, last changed ${changed} UTC (${formatDistance(facts.modifiedAt, now)})`;
}
