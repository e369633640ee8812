import { type ChildProcess, spawn } from "node:child_process";

const running = new Set<ChildProcess>();
let watching = false;

/**
 * Sees to it that a child does not outlive us. An ordinary end is seen by us; for a sudden one (SIGKILL, out of memory)
 * a small shell waits on a pipe that only closes when we are gone, and ends the child's group then.
 */
export function guard(child: ChildProcess): () => void {
  running.add(child);
  if (!watching) {
    watching = true;
    process.once("exit", () => {
      for (const left of running) killGroup(left, "SIGKILL");
    });
  }
  const keeper = child.pid === undefined || process.platform === "win32" ? null : startKeeper(child.pid);
  return () => {
    running.delete(child);
    keeper?.kill("SIGKILL");
  };
}

function startKeeper(group: number): ChildProcess {
  const keeper = spawn("/bin/sh", ["-c", 'read -r line; kill -s KILL -- "-$1"', "keeper", String(group)], {
    env: plainEnvironment({}),
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  // Without a shell there is no keeper: the command still sees its stdin close.
  keeper.on("error", () => undefined);
  keeper.stdin.on("error", () => undefined);
  keeper.unref();
  return keeper;
}

/** Only the type wants a NODE_ENV; a child gets what is named here and nothing else. */
export const plainEnvironment = (env: Record<string, string | undefined>): NodeJS.ProcessEnv =>
  env as NodeJS.ProcessEnv;

export function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === "win32") child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It is gone already.
  }
}
