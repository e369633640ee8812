import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";

const holderSchema = z.object({
  pid: z.number(),
  /** When the process started: its number may be given to another one later. */
  started: z.string().nullable().catch(null),
  /** Of a container, its own: the numbers of its processes mean nothing in another one. */
  host: z.string().nullable().catch(null),
  boot: z.string().nullable().catch(null),
});

/** The process that has an embedded folder open. */
export type Holder = z.infer<typeof holderSchema>;

export const holderHere = (): Holder => ({
  pid: process.pid,
  started: processStart(process.pid),
  host: hostname(),
  boot: bootId(),
});

/** Null for a file that nobody can have written whole. */
export function readHolder(content: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(content));
  } catch {
    return null;
  }
}

/** Of a process on another host nothing can be learnt from here. */
export function whereabouts({ pid, started, host, boot }: Holder): "here" | "elsewhere" | "gone" {
  if (host !== null && host !== hostname()) return "elsewhere";
  if (boot !== null && boot !== bootId()) return "gone";
  if (!isAlive(pid)) return "gone";
  const startedNow = processStart(pid);
  return started === null || startedNow === null || started === startedNow ? "here" : "gone";
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

function bootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}

function processStart(pid: number): string | null {
  try {
    if (existsSync("/proc/self/stat")) {
      return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ")[19] ?? null;
    }
    const environment = { ...process.env, LC_ALL: "C", TZ: "UTC" };
    const options = { encoding: "utf8", env: environment, timeout: 5_000, stdio: "pipe" } as const;
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], options).trim() || null;
  } catch {
    return null;
  }
}
