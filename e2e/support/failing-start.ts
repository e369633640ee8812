import { spawn } from "node:child_process";
import path from "node:path";
import { temporaryDirectory } from "./temporary-directory.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** A start that is meant to fail: its exit code, and the lines that it wrote. */
export async function failingStart(
  env: Record<string, string>,
): Promise<{ code: number | null; lines: string[] }> {
  const child = spawn(process.execPath, [path.join(root, "lib/http/main.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "production",
      PORT: "0",
      COUNTERSIGN_DATA_DIR: env.COUNTERSIGN_DATA_DIR ?? temporaryDirectory("data"),
      ...env,
    },
  });
  const tooLong = setTimeout(() => child.kill("SIGKILL"), 40_000);
  let written = "";
  const collect = (text: string) => {
    written += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(tooLong);
  return { code, lines: written.split("\n").filter((line) => line !== "") };
}
