import { converse } from "./converse.ts";
import type { Capabilities, World } from "./host-calls.ts";
import { createMask } from "./mask-secrets.ts";
import type { SandboxLimits } from "./sandbox-limits.ts";
import type { SandboxPool } from "./sandbox-pool.ts";

export type SandboxHost = World & { pool: SandboxPool };

export type SandboxRequest = {
  code: string;
  input: unknown;
  capabilities: Capabilities;
  signal: AbortSignal;
  limits?: Partial<SandboxLimits>;
};

export type SandboxOutcome = {
  ok: boolean;
  result: unknown;
  error: string | null;
  console: string[];
  milliseconds: number;
};

/**
 * Runs authored code once, with nothing but what its capabilities name. Whatever the code does is an outcome; only the
 * signal makes this throw. When it returns nothing of the run goes on, and no value of its secrets is in what it returns.
 */
export async function runSandboxed(request: SandboxRequest, host: SandboxHost): Promise<SandboxOutcome> {
  const { ending, lines, milliseconds } = await converse({ ...request, onlyCheck: false }, host);
  const mask = createMask(request.capabilities.secrets ?? {});
  return {
    ok: ending.ok,
    result: ending.ok ? mask.value(JSON.parse(ending.json)) : null,
    error: ending.ok ? null : mask.text(ending.error),
    console: lines.map(mask.text),
    milliseconds,
  };
}
