import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";

export type Started = AsyncDisposable & { url: string; process: ChildProcess; output: () => string };

/** A script of this folder as a process of its own; it says `ready <address>` when it listens. */
export function startProcess(
  script: string,
  given: string[] = [],
  env: Record<string, string> = {},
): Promise<Started> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, script), ...given], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", ...env },
  });
  const abandon = () => child.kill("SIGKILL");
  process.once("exit", abandon);
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let written = "";
  const stop = async () => {
    process.off("exit", abandon);
    child.kill("SIGTERM");
    await exited;
  };
  return new Promise((resolve, reject) => {
    const collect = (text: string) => {
      written += text;
      const url = /^ready (\S+)$/m.exec(written)?.[1];
      if (url) resolve({ url, process: child, output: () => written, [Symbol.asyncDispose]: stop });
    };
    child.stdout.setEncoding("utf8").on("data", collect);
    child.stderr.setEncoding("utf8").on("data", collect);
    child.once("close", (code) => reject(new Error(`${script} ended with ${code}.\n${written}`)));
  });
}
