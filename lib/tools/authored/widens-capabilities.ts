import type { CapabilityNames } from "./risk-of-capabilities.ts";

const filesReach = { none: 0, read: 1, write: 2 };

/** Whether the later may reach anything that the earlier may not, also at the same risk. */
export function widensCapabilities(earlier: CapabilityNames, later: CapabilityNames): boolean {
  return (
    filesReach[later.files ?? "none"] > filesReach[earlier.files ?? "none"] ||
    hasNew(earlier.hosts, later.hosts) ||
    hasNew(earlier.secrets, later.secrets)
  );
}

function hasNew(earlier: readonly string[] = [], later: readonly string[] = []): boolean {
  return later.some((name) => !earlier.includes(name));
}
