import { spawn, spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import path from "node:path";
import { freePort } from "../e2e/support/postgres-server.ts";

const folder = path.join(import.meta.dirname, "empty-next");
const next = path.join(import.meta.dirname, "../node_modules/next/dist/bin/next");
const env = { ...process.env, NODE_ENV: "production" as const, NEXT_TELEMETRY_DISABLED: "1" };

/** A Next app of one empty route, built and served as Next serves; nothing of it stays behind. */
export async function startEmptyNext(): Promise<{ url: string; stop: () => Promise<void> }> {
  const remove = () => rmSync(path.join(folder, ".next"), { recursive: true, force: true });
  const built = spawnSync(process.execPath, [next, "build", folder], { env, encoding: "utf8" });
  if (built.status !== 0) {
    remove();
    throw new Error(`The empty Next app was not built.\n${built.stdout}${built.stderr}`);
  }
  const port = await freePort();
  const child = spawn(process.execPath, [next, "start", folder, "-H", "127.0.0.1", "-p", String(port)], {
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const abandon = () => {
    child.kill("SIGKILL");
    remove();
  };
  process.once("exit", abandon);
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      if (text.includes("Ready in")) resolve();
    });
    child.once("close", () => reject(new Error("The empty Next app ended before it was ready.")));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      process.off("exit", abandon);
      child.kill("SIGTERM");
      await exited;
      remove();
    },
  };
}
