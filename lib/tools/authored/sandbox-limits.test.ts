import { readFile } from "node:fs/promises";
import { setImmediate as nextTick } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { closeServersAfterEach, internet, serve } from "./test-internet.ts";
import { attempt, attemptBody, inside, prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();

const short = { milliseconds: 150 };
const small = { memoryBytes: 20 * 1024 * 1024 };
const tookTooLong = { ok: false, result: null, error: "The code took longer than 0.15 s and was stopped." };
const stillWorks = async () => expect(await attemptBody("return 'well'")).toMatchObject({ result: "well" });

describe("time", () => {
  it.each([
    ["a loop", "for (;;);"],
    ["a loop that catches and tries again", "for (;;) { try { for (;;); } catch {} finally { for (;;); } }"],
    ["a loop of promises", "for (;;) await null;"],
    [
      "promises that double",
      "const f = () => { for (const _ of [1, 2]) Promise.resolve().then(f); }; f(); await new Promise(() => {})",
    ],
    ["a generator without end", "for (const _ of (function* () { for (;;) yield 1; })());"],
    ["a pattern that backtracks", "return /^(a+)+$/.test('a'.repeat(40) + 'b')"],
    ["a getter of the result", "return { get a() { for (;;); } }"],
    ["toJSON of the result", "return { toJSON() { for (;;); } }"],
    ["a trap of the result", "return new Proxy({}, { ownKeys() { for (;;); } })"],
    ["a then of the result", "return { then() { for (;;); } }"],
    [
      "the message of an error",
      "throw Object.defineProperty(new Error(), 'message', { get() { for (;;); } })",
    ],
    ["a value that is logged", "console.log({ toJSON() { for (;;); } })"],
    [
      "native work that cannot be interrupted",
      "return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)",
    ],
  ])("ends %s, and the next run works", async (_, body) => {
    expect(await attemptBody(body, { limits: short })).toMatchObject(tookTooLong);
    await stillWorks();
  });

  it("ends a module that never finishes loading", async () => {
    expect(await attempt("for (;;); export default () => 1", { limits: short })).toMatchObject(tookTooLong);
    expect(await attempt("for (;;) await null; export default () => 1", { limits: short })).toMatchObject(
      tookTooLong,
    );
  });

  it("leaves the rest of the program responsive while code loops", async () => {
    let running = true;
    let ticks = 0;
    const outcome = attemptBody("for (;;);", { limits: { milliseconds: 300 } }).finally(() => {
      running = false;
    });
    while (running) {
      await nextTick();
      ticks += 1;
    }
    expect(await outcome).toMatchObject({ ok: false });
    expect(ticks).toBeGreaterThan(100);
  });

  it("nothing goes on after the result", async () => {
    const body = `
      (async () => { for (let i = 0; ; i += 1) await files.write('late.txt', String(i)); })();
      (async () => { for (;;) await null; })();
      for (let i = 0; i < 3; i += 1) await files.list();
      return typeof setTimeout;`;
    const outcome = await attemptBody(body, { capabilities: { files: "write" } });
    expect(outcome).toMatchObject({ ok: true, result: "undefined" });
    const written = await readFile(inside("late.txt"), "utf8");
    for (let run = 0; run < 5; run += 1) await stillWorks();
    expect(await readFile(inside("late.txt"), "utf8")).toBe(written);
  });
});

describe("memory and stack", () => {
  it.each([
    ["arrays", "const a = []; for (;;) a.push(new Array(10_000).fill(1))"],
    ["texts", "const a = []; for (let i = 0; ; i += 1) a.push(String(i).repeat(10_000))"],
    ["a text that doubles", "let s = 'x'; for (;;) s += s + s"],
    ["one huge text", "return 'x'.repeat(2 ** 29).length"],
    ["buffers", "const a = []; for (;;) a.push(new Uint8Array(1_000_000).fill(1))"],
    ["closures", "let f = () => 1; for (;;) { const g = f; f = () => g; }"],
    ["a map", "const m = new Map(); for (let i = 0; ; i += 1) m.set(i, [i])"],
    ["what is logged", "console.log('x'.repeat(2 ** 29))"],
  ])("%s come to an end, and the next run works", async (_, body) => {
    const { ok, error } = await attemptBody(body, { limits: small });
    expect(ok).toBe(false);
    expect(error).toMatch(/used more than 20 MB of memory|string too long|invalid string length/i);
    await stillWorks();
  });

  it.each([["new Uint8Array(1_000_000).fill(1)"], ["'x'.repeat(1_000_000)"], ["new ArrayBuffer(1_000_000)"]])(
    "all of it counts, not each piece: %s",
    async (piece) => {
      const body = `const kept = []; try { for (;;) kept.push(${piece}); } catch {} const { length } = kept; kept.length = 0; return length`;
      const { result } = await attemptBody(body);
      expect(result).toBeGreaterThan(30);
      expect(result).toBeLessThan(64);
    },
  );

  it("a bomb that catches its own failure ends with its time", async () => {
    const body = "const a = []; for (;;) { try { a.push(new Array(10_000).fill(1)); } catch {} }";
    expect((await attemptBody(body, { limits: { ...small, ...short } })).ok).toBe(false);
    await stillWorks();
  });

  it.each([
    ["a function", "const f = () => f() + 1; return f()"],
    ["a callback", "const f = () => [1].map(f); return f()"],
    ["a getter", "const o = { get a() { return this.a } }; return o.a"],
    ["toJSON", "const o = { toJSON: () => JSON.stringify(o) }; return o"],
    ["a proxy", "const p = new Proxy({}, { get: (t, k, r) => r[k] }); return p.a"],
    ["JSON", "return JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))"],
    ["source", "return eval('('.repeat(100_000) + '1' + ')'.repeat(100_000))"],
  ])("%s that goes too deep fails, and the next run works", async (_, body) => {
    expect(await attemptBody(body)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/too deeply|stack overflow/),
    });
    await stillWorks();
  });
});

describe("a stop", () => {
  it.each([
    ["for (;;);"],
    ["for (;;) await null;"],
    ["await asked;"],
    ["return Array.prototype.indexOf.call({ length: 2 ** 53 - 1 }, 1)"],
  ])("ends %s in the middle", async (body) => {
    const controller = new AbortController();
    const network = {
      resolve: () => {
        controller.abort(new Error("stopped by a person"));
        return new Promise<never>(() => undefined);
      },
      allows: () => true,
    };
    const running = attemptBody(`const asked = fetch('http://slow.test/'); ${body}`, {
      signal: controller.signal,
      network,
      capabilities: { hosts: ["slow.test"] },
    });
    await expect(running).rejects.toThrow("stopped by a person");
    await stillWorks();
  });

  it("before the start runs nothing", async () => {
    const body = "await files.write('never.txt', 'x')";
    const signal = AbortSignal.abort(new Error("already stopped"));
    await expect(attemptBody(body, { signal, capabilities: { files: "write" } })).rejects.toThrow(
      "already stopped",
    );
    const listed = await attemptBody("return (await files.list()).map((file) => file.path)", {
      capabilities: { files: "read" },
    });
    expect(listed.result).not.toContain("never.txt");
  });
});

describe("requests to the host", () => {
  it("are limited at once and all in all", async () => {
    const body = `
      const once = await Promise.allSettled(Array.from({ length: 20 }, () => files.list()));
      let refused = '';
      for (let i = 0; i < 300 && !refused; i += 1) await files.list().catch((error) => { refused = error.message; });
      return { answered: once.filter((each) => each.status === 'fulfilled').length, reason: once.at(-1).reason.message, refused };`;
    expect(
      await attemptBody(body, { capabilities: { files: "read" }, limits: { hostCalls: 40 } }),
    ).toMatchObject({
      result: {
        answered: 16,
        reason: "Only 16 requests may be under way at once.",
        refused: "A run may make 40 requests, and no more.",
      },
    });
  });

  it("are answered to code that polls for them", async () => {
    const body =
      "let found = null; files.list().then((list) => { found = list; }); while (!found) await null; return found.length >= 0";
    expect(await attemptBody(body, { capabilities: { files: "read" } })).toMatchObject({ result: true });
  });
});

describe("what a run did that was ended", () => {
  closeServersAfterEach();
  it.each([
    ["after a request that may change something", "await post(); for (;;);", true],
    ["after it wrote", "await files.write('a.txt', 'x'); for (;;);", true],
    ["while such a request is under way", "await slow()", true],
    [
      "after it wrote, when it waits for what never comes",
      "await files.write('c.txt', 'x'); await never",
      true,
    ],
    ["after it wrote, when it uses too much memory", "await files.write('d.txt', 'x'); fill();", true],
    ["after it only read, when it uses too much memory", "await files.list(); fill();", false],
    ["after it only read, when it waits for what never comes", "await files.list(); await never", false],
    ["after it only read", "await get(); await files.list(); for (;;);", false],
    ["before it did anything", "for (;;);", false],
  ])("%s", async (_, body, isUnknown) => {
    const port = await serve((request, response) => {
      if (request.url === "/") response.end("done");
    });
    const url = `http://public.test:${port}`;
    const outcome = await attemptBody(
      `const get = () => fetch('${url}/');
       const post = () => fetch('${url}/', { method: 'post' });
       const slow = () => fetch('${url}/slow', { method: 'delete' });
       const never = new Promise(() => {});
       const fill = () => { const full = []; for (;;) full.push(new Array(10_000).fill(1)); };
       ${body}`,
      {
        capabilities: { hosts: [`public.test:${port}`], files: "write" },
        limits: { ...small, milliseconds: 500 },
        network: internet(),
      },
    );
    expect(outcome).toMatchObject({ ok: false, isUnknown });
  });

  it("is known when it failed by itself, whatever it did before", async () => {
    const body = "await files.write('b.txt', 'x'); throw new Error('no luck')";
    expect(await attemptBody(body, { capabilities: { files: "write" } })).toMatchObject({ isUnknown: false });
  });
});
