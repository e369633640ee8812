import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach } from "vitest";
import { createRegistry, type Registry } from "../registry.ts";
import type { Foresight, Tool } from "../tool.ts";
import { openWorkspace } from "../workspace/open-workspace.ts";
import { createBuiltInTools } from "./create-built-in-tools.ts";

export type Input = Record<string, unknown>;
export const signal = new AbortController().signal;

/** A fresh workspace for each test, with a secret, a link out, a pipe and a binary file around it. */
let base: string;
let registry: Registry;

export function prepareSampleFolder(): void {
  beforeEach(async () => {
    base = await realpath(await mkdtemp(path.join(tmpdir(), "countersign-tools-")));
    await mkdir(inside("folder"), { recursive: true });
    await writeFile(outside("secret.txt"), "secret");
    await writeFile(inside("notes.md"), "one\ntwo\nthree\n");
    await writeFile(inside("twice.md"), "aaa");
    await writeFile(inside("photo.png"), Buffer.from([0x89, 0x50, 0, 1]));
    await writeFile(inside("folder", "deep.txt"), "Two words");
    await symlink(outside("secret.txt"), inside("link.txt"));
    await symlink(base, inside("out"));
    execFileSync("mkfifo", [inside("pipe")]);
    registry = await openRegistry();
  });
  afterEach(() => rm(base, { recursive: true, force: true }));
}

export const outside = (...names: string[]): string => path.join(base, ...names);
export const inside = (...names: string[]): string => path.join(base, "work", ...names);
export const tools = (): readonly Tool[] => registry.list();

export const openRegistry = async (): Promise<Registry> =>
  createRegistry(createBuiltInTools({ workspace: await openWorkspace(inside()) }));

export function toolNamed(name: string): Tool {
  const tool = registry.get(name);
  if (!tool) throw new Error(`No tool ${name}`);
  return tool;
}

export const run = (name: string, input: Input, ground: string | null = null, given = signal) =>
  toolNamed(name).run(input, { signal: given, ground });

export async function foresee(name: string, input: Input): Promise<Extract<Foresight, { possible: true }>> {
  const foresight = await toolNamed(name).foresee?.(input, { signal });
  if (!foresight?.possible) throw new Error(`Not possible: ${foresight?.error}`);
  return foresight;
}

const nobody = 65_534;

/** Root may read everything: where the tests run as root, this work has the rights of nobody. */
export async function withoutPrivilege<Result>(work: () => Promise<Result>): Promise<Result> {
  if (process.geteuid?.() !== 0) return await work();
  await chmod(base, 0o755);
  process.seteuid?.(nobody);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}
