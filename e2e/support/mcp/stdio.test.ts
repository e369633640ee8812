import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { testClock } from "../../../lib/mcp-client/test-clock.ts";
import { watch } from "../../../lib/mcp-client/test-connection.ts";

const support = import.meta.dirname;
const odd = (oddity: string, more: { env?: Record<string, string>; connectSeconds?: number } = {}) =>
  watch(
    { command: process.execPath, args: [path.join(support, "odd-command.ts"), oddity], env: more.env ?? {} },
    { clock: testClock(), ...(more.connectSeconds ? { connectSeconds: more.connectSeconds } : {}) },
  );
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const textOf = ({ content }: { content: unknown[] }) => String(Reflect.get(Object(content[0]), "text"));

it.each([
  ["none", "that is as it should be"],
  ["chatty", "that writes something else first"],
  ["strict", "that ends itself when it is asked for the newer revision"],
])("connects to a command (%s) %s", async (oddity) => {
  expect(await odd(oddity).settled()).toMatchObject({ state: "ready", transport: "stdio", error: null });
});

it("says what a command wrote when it ended", async () => {
  expect(await odd("fails").settled()).toMatchObject({
    state: "failed",
    error: "The command ended with code 3: no configuration was found",
  });
});

it.each(["tells", "mutters"])(
  "hides what is secret in what a command (%s) wrote before it is cut",
  async (oddity) => {
    const key = "key-of-many-words ".repeat(30);
    const command = [path.join(support, "odd-command.ts"), oddity];
    const watched = watch(
      { command: process.execPath, args: command, env: { API_KEY: key } },
      { clock: testClock(), hide: (words) => words.replaceAll(key, "[secret]") },
    );
    const { error } = await watched.settled();
    expect(error).toContain("[secret]");
    expect(error).not.toContain("key-of");
  },
);

it("says when there is no such command", async () => {
  const missing = watch({ command: "/no/such/command; echo pwned" }, { clock: testClock() });
  expect(await missing.settled()).toMatchObject({ state: "failed", error: "The command was not found." });
});

it("says what a command writes when it is not MCP", async () => {
  expect(await odd("garbage").settled()).toMatchObject({
    state: "failed",
    error: "The command writes something else than MCP: Welcome to line 0!",
  });
});

it("gives up on a command that says nothing", async () => {
  const watched = watch(
    { command: process.execPath, args: [path.join(support, "odd-command.ts"), "silent"] },
    { connectSeconds: 0.3 },
  );
  expect(await watched.settled()).toMatchObject({
    state: "failed",
    error: "The server did not answer in time.",
  });
});

it("gives a command its own small environment", async () => {
  vi.stubEnv("COUNTERSIGN_SECRET", "not for others");
  onTestFinished(() => void vi.unstubAllEnvs());
  const { connection, settled } = odd("none", { env: { API_KEY: "given" } });
  await settled();
  const environment = JSON.parse(textOf(await connection.callTool("act", { what: "environment" })));
  expect(environment).toMatchObject({ API_KEY: "given", PATH: process.env.PATH });
  const allowed = ["PATH", "HOME", "LANG", "TMPDIR", "API_KEY"];
  expect(Object.keys(environment).filter((name) => !allowed.includes(name))).toEqual([]);
});

it("has an unknown outcome when the command dies in the middle of a call, and comes back after", async () => {
  const { connection, settled, until, states } = odd("none");
  await settled();
  await expect(connection.callTool("act", { what: "die" })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
    reason: "lost",
  });
  expect(await until(({ state }) => state === "failed")).toMatchObject({
    error: "The command ended with code 1.",
  });
  expect(textOf(await connection.callTool("act", { what: "environment" }))).toContain("PATH");
  expect(states()).toEqual(["connecting", "ready", "failed", "connecting", "ready"]);
});

it("reads the answer of a command that ends right after it", async () => {
  const { connection, settled } = odd("none");
  await settled();
  const words = textOf(await connection.callTool("act", { what: "die-after-the-answer" }));
  expect(words).toBe("last words".padEnd(500_000, "!"));
});

it.each([
  ["flood", "It sent a message larger than 10 MB."],
  ["chatter", "It sent more than 30 MB in 10 seconds."],
  ["deep", "It sent a message that could not be taken."],
])("ends a command that sends what nobody can take: %s", async (what, error) => {
  const { connection, settled, until } = odd("none");
  await settled();
  await expect(connection.callTool("act", { what })).rejects.toMatchObject({
    name: "OutcomeUnknownError",
  });
  expect(await until(({ state }) => state === "failed")).toMatchObject({ error });
});

it("ends a command that sends one before its list of tools", async () => {
  expect(await odd("deep").settled()).toMatchObject({
    state: "failed",
    error: "It sent a message that could not be taken.",
  });
});

it("ends a stubborn command and all that it started", { timeout: 60_000 }, async () => {
  const { connection, settled } = odd("stubborn");
  await settled();
  const pids: number[] = JSON.parse(textOf(await connection.callTool("act", { what: "pids" })));
  expect(pids.map(isAlive)).toEqual([true, true]);
  await connection.stop();
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 30_000 });
});

it("does not leave a stubborn command behind when we are killed", { timeout: 60_000 }, async () => {
  const holder = spawn(process.execPath, [path.join(support, "sudden-end.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void holder.kill("SIGKILL"));
  const [line] = await once(holder.stdout, "data");
  const pids: number[] = JSON.parse(textOf({ content: JSON.parse(String(line)) }));
  expect(pids.map(isAlive)).toEqual([true, true]);
  holder.kill("SIGKILL");
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 30_000 });
});
