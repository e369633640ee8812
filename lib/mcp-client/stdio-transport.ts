import { type ChildProcess, spawn } from "node:child_process";
import {
  deserializeMessage,
  type JSONRPCMessage,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { mostMessageBytes } from "./bounded-body.ts";
import { TooLargeError } from "./errors.ts";
import { countOf, floodMeter } from "./flood-meter.ts";
import { guard, killGroup, plainEnvironment } from "./process-group.ts";

const graceMilliseconds = 1_000;
const mostForeignLines = 100;
/** Far more of a line than is ever shown: what is cut here is gone before secrets are hidden. */
const mostOfLine = 100_000;
const inherited = ["PATH", "HOME", "LANG", "TMPDIR"];

export type Command = { command: string; args: readonly string[]; env: Readonly<Record<string, string>> };

/**
 * A local command spoken to over its stdin and stdout: no shell, an environment of its own, a process group of its own
 * that is ended as a whole. Our own instead of the SDK's, which starts a command twice to find out its revision and
 * hands it more of our environment.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Kept for a sentence about why it ended: the last that it wrote on stderr, the first on stdout that is no message. */
  lastErrorLine = "";
  foreignLine: string | null = null;
  /** How it ended, if it did so by itself. */
  exit: { code: number | null; signal: string | null } | null = null;
  /** Why we ended it, if we had to. */
  trouble: Error | null = null;
  /** There as an accessor because the SDK recognises a local command by it; its stderr is read here. */
  readonly stderr = null;
  readonly #command: Command;
  #process: ChildProcess | null = null;
  #pending: Buffer[] = [];
  #pendingBytes = 0;
  /** What it wrote on stderr since it ended a line there. */
  #errorLine = "";
  #foreignLines = 0;
  #understood = false;
  #ending = false;
  readonly #meter = floodMeter();

  constructor(command: Command) {
    this.#command = command;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  start(): Promise<void> {
    const { command, args, env } = this.#command;
    const own = Object.fromEntries(inherited.map((name) => [name, process.env[name]]));
    const child = spawn(command, args, {
      env: plainEnvironment({ ...own, ...env }),
      stdio: ["pipe", "pipe", "pipe"],
      shell: false,
      detached: process.platform !== "win32",
    });
    this.#process = child;
    child.stdin.on("error", (error) => this.onerror?.(error));
    child.stdout.on("data", (chunk: Buffer) => this.#read(chunk));
    child.stderr.setEncoding("utf8").on("data", (words: string) => this.#hear(words));
    const release = guard(child);
    child.once("exit", (code, signal) => {
      if (!this.#ending) this.exit = { code, signal };
      this.#process = null;
      killGroup(child, "SIGKILL");
      release();
      // What it wrote before it ended is still read; one that left its group and keeps the pipes does not hold us up.
      const late = setTimeout(() => child.stdout.destroy(), graceMilliseconds).unref();
      const ended = () => {
        clearTimeout(late);
        this.onclose?.();
      };
      if (child.stdout.closed) ended();
      else child.stdout.once("close", ended);
    });
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", (error) => {
        this.#process = null;
        release();
        reject(error);
      });
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.#process?.stdin;
    if (!stdin?.writable) return Promise.reject(new Error("Not connected"));
    return new Promise((resolve) => {
      if (stdin.write(serializeMessage(message))) resolve();
      else stdin.once("drain", resolve);
    });
  }

  async close(): Promise<void> {
    const child = this.#process;
    if (!child) return;
    this.#ending = true;
    const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    const within = () =>
      Promise.race([
        exited.then(() => true),
        new Promise<boolean>((resolve) => setTimeout(resolve, graceMilliseconds, false).unref()),
      ]);
    child.stdin?.end();
    if (await within()) return;
    killGroup(child, "SIGTERM");
    if (await within()) return;
    killGroup(child, "SIGKILL");
    await within();
  }

  #hear(words: string): void {
    const lines = `${this.#errorLine}${words}`.split(/\r?\n/).map((line) => line.slice(0, mostOfLine));
    this.#errorLine = lines.at(-1) ?? "";
    this.lastErrorLine = lines.findLast((line) => line.trim() !== "") ?? this.lastErrorLine;
  }

  #read(chunk: Buffer): void {
    try {
      this.#meter(chunk.length, countOf("\n", chunk));
    } catch (error) {
      if (error instanceof Error) this.#giveUp(error);
      return;
    }
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.#pending.splice(0), rest.subarray(0, end)]).toString("utf8");
      this.#pendingBytes = 0;
      rest = rest.subarray(end + 1);
      if (line.trim() !== "") this.#take(line);
      if (this.trouble) return;
    }
    if (rest.length === 0) return;
    this.#pending.push(rest);
    this.#pendingBytes += rest.length;
    if (this.#pendingBytes > mostMessageBytes) {
      this.#giveUp(new TooLargeError("It sent a message larger than 10 MB."));
    }
  }

  #take(line: string): void {
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(line);
    } catch {
      this.foreignLine ??= line.slice(0, mostOfLine);
      this.#foreignLines += 1;
      if (!this.#understood && this.#foreignLines > mostForeignLines) {
        this.#giveUp(new Error(`The command writes something else than MCP: ${this.foreignLine}`));
      }
      return;
    }
    this.#understood = true;
    try {
      this.onmessage?.(message);
    } catch {
      // Whoever takes it may walk through all of it, and nothing above this would catch what that throws.
      this.#giveUp(new Error("It sent a message that could not be taken."));
    }
  }

  #giveUp(error: Error): void {
    this.trouble ??= error;
    this.#ending = true;
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#process?.stdout?.destroy();
    this.onerror?.(error);
    if (this.#process) killGroup(this.#process, "SIGKILL");
  }
}
