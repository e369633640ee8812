import { AppError } from "../../errors.ts";
import { converse } from "./converse.ts";
import type { SandboxHost } from "./run-sandboxed.ts";

const limits = { milliseconds: 2_000 };

/** Loads the module without any capability and looks for its default export, which is not called. */
export async function checkCode(code: string, host: SandboxHost, signal: AbortSignal): Promise<void> {
  const work = { code, input: null, capabilities: {}, signal, limits, onlyCheck: true };
  const { ending } = await converse(work, host);
  if (!ending.ok)
    throw new AppError("invalid", `The code cannot be used: ${ending.error}`, { field: "code" });
}
