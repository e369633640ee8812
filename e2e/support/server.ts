import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { type Api, createApi } from "./api.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const root = path.resolve(import.meta.dirname, "../..");

/** What the product reads: set to empty, so that neither the shell nor a `.env` of the checkout reaches a test. */
const cleared = Object.fromEntries(
  [
    "HOST",
    "DATABASE_URL",
    "COUNTERSIGN_AUTH",
    "COUNTERSIGN_LEASE_SECONDS",
    "COUNTERSIGN_MAX_RUNS",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "OPENAI_MODEL",
    "OPENAI_API",
  ].map((name) => [name, ""]),
);

export type ServerOptions = {
  /** Unset or "embedded": PGlite in the data directory; else the address of a database. */
  database?: string;
  /** Give those of an earlier server to start it again; two instances on one database share the workspace. */
  dataDir?: string;
  workspace?: string;
  env?: Record<string, string>;
};

export type Server = AsyncDisposable & {
  url: string;
  key: string;
  signInUrl: string;
  api: Api;
  dataDir: string;
  workspace: string;
  process: ChildProcess;
  /** Sends the signal and, unless it only stops or wakes the process, waits for the end. */
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** A clean stop within the 10 seconds that the contract gives; an error when it takes longer. */
  stop: () => Promise<void>;
  /** All that it has written, stdout and stderr together. */
  output: () => string;
};

/** The same on every instance of one database. */
export const testSecret = "a secret of the tests, the same on every instance";

const children = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
});

/** The real product as a process of its own. */
export async function startServer(options: ServerOptions = {}): Promise<Server> {
  const dataDir = options.dataDir ?? temporaryDirectory("data");
  const workspace = options.workspace ?? path.join(dataDir, "workspace");
  const databaseUrl = options.database === "embedded" ? "" : (options.database ?? "");
  const child = spawn(process.execPath, [path.join(root, "lib/http/main.ts")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...cleared,
      NODE_ENV: "production",
      NODE_OPTIONS: "",
      PORT: "0",
      LOG_LEVEL: "warn",
      DATABASE_URL: databaseUrl,
      COUNTERSIGN_SECRET: databaseUrl === "" ? "" : testSecret,
      COUNTERSIGN_DATA_DIR: dataDir,
      COUNTERSIGN_WORKSPACE: workspace,
      ...options.env,
    },
  });
  children.add(child);
  const exited = new Promise<void>((resolve) => child.once("close", () => resolve()));
  void exited.then(() => children.delete(child));
  let written = "";
  const collect = (text: string) => {
    written += text;
  };
  child.stdout.setEncoding("utf8").on("data", collect);
  child.stderr.setEncoding("utf8").on("data", collect);

  const kill = async (signal: NodeJS.Signals = "SIGKILL") => {
    child.kill(signal);
    if (signal !== "SIGSTOP" && signal !== "SIGCONT") await exited;
  };
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const late = setTimeout(() => child.kill("SIGKILL"), 10_000);
    await kill("SIGTERM");
    clearTimeout(late);
    if (child.signalCode === "SIGKILL") throw new Error(`The server did not stop within 10 s.\n${written}`);
  };
  const { url, key } = await readyLine(child, () => written);
  return {
    url,
    key,
    signInUrl: `${url}/sign-in#key=${key}`,
    api: createApi(url, key),
    dataDir,
    workspace,
    process: child,
    kill,
    stop,
    output: () => written,
    [Symbol.asyncDispose]: () => kill("SIGKILL"),
  };
}

/** The one line that says where it listens and carries the sign-in link. */
function readyLine(child: ChildProcess, written: () => string): Promise<{ url: string; key: string }> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`The server was not ready within 60 s.\n${written()}`));
    }, 60_000);
    child.stdout?.on("data", () => {
      const [, url, key] = /(http:\/\/\S+?)\/sign-in#key=(\S+)\s/.exec(written()) ?? [];
      if (!url || !key) return;
      clearTimeout(late);
      resolve({ url, key });
    });
    child.once("close", (code, signal) => {
      clearTimeout(late);
      reject(new Error(`The server ended with ${code ?? signal} before it was ready.\n${written()}`));
    });
  });
}
