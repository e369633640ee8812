import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { afterEach, expect, it, vi } from "vitest";
import { publicNetwork } from "../built-in/checked-address.ts";
import { runSandboxed } from "./run-sandboxed.ts";
import { createSandboxPool, type SandboxPool } from "./sandbox-pool.ts";
import type { SandboxThread } from "./sandbox-thread.ts";

vi.setConfig({ testTimeout: 20_000 });
const pools: SandboxPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

function openPool(most: number): SandboxPool {
  const pool = createSandboxPool({ most });
  pools.push(pool);
  return pool;
}

const never = new AbortController().signal;
const evaluate = (pool: SandboxPool, code: string, milliseconds = 5_000) =>
  runSandboxed(
    { code, input: null, capabilities: {}, signal: never, limits: { milliseconds } },
    { pool, workspace: { root: "/nowhere" }, network: publicNetwork },
  );

it("uses a thread again, and replaces one that was hurt", async () => {
  const pool = openPool(1);
  const first = await pool.acquire(never);
  pool.release(first);
  const second = await pool.acquire(never);
  expect(second).toBe(first);
  await pool.discard(second);
  const third = await pool.acquire(never);
  expect(third).not.toBe(first);
  expect(first.isGone).toBe(true);
  pool.release(third);
});

it.each([["for (;;);"], ["for (;;) await null;"], ["return /^(a+)+$/.test('a'.repeat(40) + 'b')"]])(
  "keeps the thread of code that QuickJS itself could stop: %s",
  async (body) => {
    const pool = openPool(1);
    const before = await pool.acquire(never);
    pool.release(before);
    expect(await evaluate(pool, `export default async () => { ${body} }`, 50)).toMatchObject({ ok: false });
    expect(await pool.acquire(never)).toBe(before);
  },
);

it("gives each run the whole of its memory, whatever the one before left behind", async () => {
  const pool = openPool(1);
  const code =
    "globalThis.kept = Array.from({ length: 40 }, () => new Uint8Array(1_000_000)); export default () => kept.length";
  for (let run = 0; run < 3; run += 1) {
    expect(await evaluate(pool, code)).toMatchObject({ ok: true, result: 40 });
  }
});

it("lets those beyond the most wait their turn, in order", async () => {
  const pool = openPool(2);
  const running = Array.from({ length: 7 }, (_, n) => evaluate(pool, `export default () => ${n}`));
  expect((await Promise.all(running)).map(({ result }) => result)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

it("serves those who wait when a thread had to be ended", async () => {
  const pool = openPool(1);
  const stuck = evaluate(
    pool,
    "export default () => Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    100,
  );
  const waiting = evaluate(pool, "export default () => 'served'");
  expect(await stuck).toMatchObject({ ok: false, error: expect.stringContaining("took longer") });
  expect(await waiting).toMatchObject({ ok: true, result: "served" });
});

it("gives no thread to one who stopped waiting", async () => {
  const pool = openPool(1);
  const only: SandboxThread = await pool.acquire(never);
  const controller = new AbortController();
  const waiting = pool.acquire(controller.signal);
  const next = pool.acquire(never);
  controller.abort(new Error("gave up"));
  await expect(waiting).rejects.toThrow("gave up");
  pool.release(only);
  expect(await next).toBe(only);
  pool.release(only);
});

it("ends what runs and refuses what waits when it is closed", async () => {
  const pool = openPool(1);
  const thread = await pool.acquire(never);
  pool.release(thread);
  const running = evaluate(pool, "export default () => { for (;;); }");
  const waiting = evaluate(pool, "export default () => 1");
  const closing = pool.close();
  await expect(waiting).rejects.toThrow("closed");
  expect(await running).toMatchObject({
    ok: false,
    error: "The code was stopped because Countersign stops.",
  });
  await closing;
  await expect(evaluate(pool, "export default () => 1")).rejects.toThrow("closed");
});

it("does not keep the process alive, and a run does until it ends", async () => {
  const script = `
    import { createSandboxPool } from "./sandbox-pool.ts";
    import { runSandboxed } from "./run-sandboxed.ts";
    const request = { code: "export default () => 'ended by itself'", input: null, capabilities: {} };
    const host = { pool: createSandboxPool(), workspace: { root: "/nowhere" } };
    for (let run = 0; run < 2; run += 1) {
      const { result } = await runSandboxed({ ...request, signal: new AbortController().signal }, host);
      console.log(result);
    }`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module-typescript", "-e", script],
    {
      cwd: import.meta.dirname,
      timeout: 15_000,
    },
  );
  expect(stdout).toBe("ended by itself\nended by itself\n");
});
