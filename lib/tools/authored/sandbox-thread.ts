import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { Worker } from "node:worker_threads";
import type { FromWorker, ToWorker } from "./sandbox-messages.ts";

/** Beyond what the code itself may use: the engine's own heap, and a stack that QuickJS's limit never reaches. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 8 };

/** Why there is no thread any more: out of memory, some other failure of its own, or because it was ended. */
export type Departure = "memory" | "broken" | "terminated";

export type ThreadListener = {
  message: (message: FromWorker) => void;
  gone: (departure: Departure) => void;
};

/** A worker thread with QuickJS in it. Idle, it does not keep the process alive. */
export class SandboxThread {
  readonly #worker: Worker;
  #listener: ThreadListener | null = null;
  #gone: Departure | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on("message", (message: FromWorker) => this.#listener?.message(message));
    worker.on("error", (error: NodeJS.ErrnoException) =>
      this.#leave(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "memory" : "broken"),
    );
    worker.on("exit", () => this.#leave("broken"));
  }

  static async start(wasmModule: WebAssembly.Module): Promise<SandboxThread> {
    const worker = new Worker(new URL("./sandbox-worker.ts", import.meta.url), {
      name: "authored-code",
      workerData: { wasmModule },
      argv: [],
      execArgv: [],
      env: {},
      resourceLimits,
    });
    const exited = once(worker, "exit").then(() => {
      throw new Error("The thread for authored code ended before it began");
    });
    await Promise.race([once(worker, "message"), exited]);
    exited.catch(() => undefined);
    const thread = new SandboxThread(worker);
    thread.rest();
    return thread;
  }

  get isGone(): boolean {
    return this.#gone !== null;
  }

  listen(listener: ThreadListener): void {
    this.#listener = listener;
    this.#worker.ref();
    if (this.#gone !== null) listener.gone(this.#gone);
  }

  post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  rest(): void {
    this.#listener = null;
    this.#worker.unref();
  }

  async terminate(): Promise<void> {
    this.#leave("terminated");
    await this.#worker.terminate();
  }

  #leave(departure: Departure): void {
    if (this.#gone !== null) return;
    this.#gone = departure;
    this.#listener?.gone(departure);
  }
}

/** Compiled once and shared by all threads. */
export async function compileQuickJs(): Promise<WebAssembly.Module> {
  const nearQuickJs = createRequire(import.meta.resolve("quickjs-emscripten"));
  return WebAssembly.compile(await readFile(nearQuickJs.resolve("@jitl/quickjs-wasmfile-release-sync/wasm")));
}
