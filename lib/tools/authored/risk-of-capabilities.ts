import type { Risk } from "../../policy/risk.ts";

/** What a definition asks for; of secrets the names. */
export type CapabilityNames = {
  hosts?: readonly string[] | undefined;
  files?: "read" | "write" | undefined;
  secrets?: readonly string[] | undefined;
};

type Reach = "none" | "hosts" | "secrets" | "hosts and secrets";

/**
 * What the code could do at worst, with what the built-in tools have as their measure.
 *
 * - Alone it computes: L0. Reading the workspace shows the model what it may read anyway, unasked: L1.
 * - Changing files is L2, as `write_file`; reaching a host is L3, as `fetch_url`.
 * - A secret can come back to the model in disguise, past the masking: one step up from what there is, from L2 on.
 * - Hosts together with files or secrets can carry out what is private: L4.
 * - Files to change, hosts and secrets: everything at once, L5.
 */
const risks: Record<"none" | "read" | "write", Record<Reach, Risk>> = {
  none: { none: "L0", secrets: "L2", hosts: "L3", "hosts and secrets": "L4" },
  read: { none: "L1", secrets: "L2", hosts: "L4", "hosts and secrets": "L4" },
  write: { none: "L2", secrets: "L3", hosts: "L4", "hosts and secrets": "L5" },
};

export function riskOfCapabilities({ hosts = [], files, secrets = [] }: CapabilityNames): Risk {
  return risks[files ?? "none"][reachOf(hosts.length > 0, secrets.length > 0)];
}

function reachOf(hosts: boolean, secrets: boolean): Reach {
  if (hosts) return secrets ? "hosts and secrets" : "hosts";
  return secrets ? "secrets" : "none";
}

/** Whether a tool asks unless a person said otherwise. */
export const asksByDefault = (risk: Risk): boolean => risk !== "L0";
