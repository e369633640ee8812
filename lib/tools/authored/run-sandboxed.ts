import { converse } from "./converse.ts";
import type { Capabilities, World } from "./host-calls.ts";
import { createMask, type Mask } from "./mask-secrets.ts";
import { longestError, longestLine, longestResult, type SandboxLimits } from "./sandbox-limits.ts";
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
  /** Whether what it did is not known: then it neither failed nor can be tried again. */
  isUnknown: boolean;
};

/**
 * Runs authored code once, with nothing but what its capabilities name. Whatever the code does is an outcome; only the
 * signal makes this throw. When it returns nothing of the run goes on, and no value of its secrets is in what it returns.
 */
export async function runSandboxed(request: SandboxRequest, host: SandboxHost): Promise<SandboxOutcome> {
  const { ending, lines, milliseconds, isUnknown } = await converse({ ...request, onlyCheck: false }, host);
  const mask = createMask(request.capabilities.secrets ?? {});
  return {
    ok: ending.ok,
    result: ending.ok ? resultOf(ending, mask) : null,
    error: ending.ok ? null : errorOf(ending.error, mask),
    console: lines.map((line) => mask.beginning(line, longestLine)),
    milliseconds,
    isUnknown,
  };
}

function resultOf({ json, length }: { json: string; length: number }, mask: Mask): unknown {
  if (length <= longestResult) return mask.value(JSON.parse(json));
  const note = `\n[cut: the result has ${length} characters]`;
  return mask.beginning(json, longestResult - note.length) + note;
}

function errorOf(error: string, mask: Mask): string {
  if (error.length <= longestError) return mask.text(error);
  const line = / \(line \d+\)$/.exec(error)?.[0] ?? "";
  return mask.beginning(error, longestError) + line;
}
