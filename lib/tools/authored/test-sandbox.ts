import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, vi } from "vitest";
import { type Network, publicNetwork } from "../built-in/checked-address.ts";
import { openWorkspace, type Workspace } from "../workspace/open-workspace.ts";
import { runSandboxed, type SandboxHost, type SandboxOutcome, type SandboxRequest } from "./run-sandboxed.ts";
import { createSandboxPool, type SandboxPool } from "./sandbox-pool.ts";

let base: string;
let pool: SandboxPool;
let workspace: Workspace;
const never = new AbortController().signal;

/** A pool and an empty workspace for the tests of a file. */
export function prepareSandbox(): void {
  vi.setConfig({ testTimeout: 20_000 });
  beforeAll(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), "countersign-sandbox-")));
    await mkdir(path.join(base, "work"));
    workspace = await openWorkspace(path.join(base, "work"));
    pool = createSandboxPool({ most: 3 });
  });
  afterAll(async () => {
    await pool.close();
    await rm(base, { recursive: true, force: true });
  });
}

export const outside = (...names: string[]): string => path.join(base, ...names);
export const inside = (...names: string[]): string => path.join(base, "work", ...names);
export const sandboxHost = (network: Network = publicNetwork): SandboxHost => ({ pool, workspace, network });

/** Runs a module; all of it but the code is optional. */
export function attempt(
  code: string,
  { network, ...request }: Partial<SandboxRequest> & { network?: Network } = {},
): Promise<SandboxOutcome> {
  return runSandboxed({ code, input: {}, capabilities: {}, signal: never, ...request }, sandboxHost(network));
}

/** The outcome of a function's body. */
export const attemptBody = (
  body: string,
  request: Parameters<typeof attempt>[1] = {},
): Promise<SandboxOutcome> =>
  attempt(`export default async (input, { fetch, files, secrets }) => { ${body} };`, request);
