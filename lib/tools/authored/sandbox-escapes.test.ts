import { describe, expect, it } from "vitest";
import { attempt, attemptBody, prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();

describe("what is there", () => {
  it("is the language and a console, nothing of a host", async () => {
    const { result } = await attemptBody("return Object.getOwnPropertyNames(globalThis)");
    const language = new Set(Object.getOwnPropertyNames(globalThis));
    const ownToQuickJs = ["InternalError"];
    const foreign = (result as string[]).filter(
      (name) => !language.has(name) && !ownToQuickJs.includes(name),
    );
    expect(foreign).toEqual([]);
    const host =
      "process require module global Buffer fetch setTimeout setInterval setImmediate queueMicrotask WebAssembly Worker performance navigator structuredClone postMessage std os scriptArgs print Atomics";
    for (const name of host.split(" ")) expect(result).not.toContain(name);
  });

  it.each([
    [{}, { context: [], files: null }],
    [{ hosts: [] }, { context: [], files: null }],
    [{ secrets: {} }, { context: [], files: null }],
    [{ hosts: ["example.com"] }, { context: ["fetch"], files: null }],
    [{ files: "read" as const }, { context: ["files"], files: ["list", "read"] }],
    [{ files: "write" as const }, { context: ["files"], files: ["list", "read", "write"] }],
    [{ secrets: { A: "aaaa" } }, { context: ["secrets"], files: null }],
  ])("with %o is %o", async (capabilities, result) => {
    const code =
      "export default (input, given) => ({ context: Object.keys(given), files: given.files ? Object.keys(given.files) : null })";
    expect(await attempt(code, { capabilities })).toMatchObject({ ok: true, result });
  });
});

describe("ways out that lead nowhere", () => {
  it.each([
    ["import fs from 'node:fs'; export default () => 1"],
    ["import './other.js'; export default () => 1"],
    ["export { default } from 'node:fs'"],
    ["export default () => import('node:fs')"],
    ["export default () => import('file:///etc/passwd')"],
    ["export default () => eval(`import('node:fs')`)"],
  ])("%s", async (code) => {
    expect(await attempt(code)).toMatchObject({
      ok: false,
      error: expect.stringContaining("cannot be imported"),
    });
  });

  it.each([
    ["return typeof (() => {}).constructor.constructor('return process')"],
    ["return (async () => {}).constructor('return typeof process + typeof require')()"],
    ["return (function* () {}).constructor('yield typeof process + typeof require')().next().value"],
    ["return [fetch, files, secrets].map((each) => typeof each).join('')"],
    ["return typeof console.log.constructor('return this.process')()"],
    ["return typeof globalThis.__proto__.process + typeof this"],
    ["return typeof new Error().stack.process"],
    ["return typeof (0, eval)('this').process"],
    ["return typeof arguments.callee"],
  ])("%s", async (body) => {
    const { ok, result, error } = await attemptBody(body);
    if (ok) expect(result).toMatch(/^(undefined|function|object)+$/);
    else expect(error).toMatch(/TypeError|ReferenceError/);
    expect(JSON.stringify({ result, error })).not.toMatch(/node:|\/lib\/|sandbox-|prelude/);
  });

  it("functions from outside are the sandbox's own, all the way up", async () => {
    const { result } = await attemptBody(
      `const seen = [];
       for (const each of [fetch, files.read, console.log]) {
         seen.push(each instanceof Function, await each.constructor('return typeof process')());
       }
       const answer = files.list();
       seen.push(answer instanceof Promise, (await answer) instanceof Array);
       return seen;`,
      { capabilities: { hosts: ["example.com"], files: "read" } },
    );
    const each = [true, "undefined"];
    expect(result).toEqual([...each, ...each, ...each, true, true]);
  });

  it("stacks name the author's module and nothing of ours outside", async () => {
    const { result } = await attemptBody("return new Error('x').stack");
    expect(result).toContain("tool.js");
    expect(result).not.toMatch(/\.ts|file:|node_modules/);
  });
});

describe("built-ins that the code has changed", () => {
  it.each([
    ["JSON.stringify = () => 'not json'; JSON.parse = null;", { a: 1 }],
    ["String.prototype.slice = () => 'x'; Function.prototype.call = null;", { a: 1 }],
    ["Promise.prototype.then = null; globalThis.Promise = null;", { a: 1 }],
    ["globalThis.Error = null; globalThis.String = null; globalThis.Object = null;", { a: 1 }],
    ["Object.prototype.toJSON = () => 'mine';", "mine"],
    ["Object.defineProperty(Object.prototype, 'default', { get() { throw 1 } });", { a: 1 }],
    [
      "Object.prototype.ok = false; Object.prototype.error = 'spoilt'; Object.prototype.kind = 'call';",
      { a: 1 },
    ],
  ])("%s", async (change, result) => {
    const code = `${change} export default async () => { await null; return { a: 1 } }`;
    expect(await attempt(code)).toMatchObject({ ok: true, result });
  });
});

it("an error is told whatever toJSON was made of", async () => {
  const code = "Object.prototype.toJSON = () => 1; export default () => { throw new Error('told') }";
  expect(await attempt(code)).toMatchObject({ ok: false, error: "told (line 1)" });
});

describe("thenables and promises", () => {
  it.each([
    ["return { then() {} }"],
    ["return new Promise(() => {})"],
    ["await new Promise(() => {})"],
    ["await { then() { return new Promise(() => {}) } }"],
  ])("one that never comes is found out at once: %s", async (body) => {
    expect(await attemptBody(body)).toMatchObject({
      ok: false,
      error: "The code waits for something that never comes.",
    });
  });

  it("a module that waits for ever is found out too", async () => {
    expect(await attempt("await new Promise(() => {}); export default () => 1")).toMatchObject({
      error: "The code waits for something that never comes.",
    });
  });

  it.each([
    ["return { then(resolve, reject) { resolve(1); resolve(2); reject(3); throw 4 } }", 1],
    ["return { then(resolve) { resolve({ then(again) { again('inner') } }) } }", "inner"],
  ])("one that settles again and again counts once: %s", async (body, result) => {
    expect(await attemptBody(body)).toMatchObject({ ok: true, result });
  });

  it("a module with an export named then stays inside", async () => {
    const code =
      "export const then = (resolve) => resolve({ default: () => 'other' }); export default () => 1";
    expect(await attempt(code)).toMatchObject({ ok: true });
  });
});

describe("one run and another", () => {
  it("share nothing, one after the other", async () => {
    const code =
      "globalThis.count = (globalThis.count ?? 0) + 1; Array.prototype.left = 'behind'; export default () => [count, typeof [].left]";
    for (let run = 0; run < 6; run += 1) {
      expect(await attempt(code)).toMatchObject({ result: [1, "string"] });
    }
    expect(await attemptBody("return [typeof count, typeof [].left]")).toMatchObject({
      result: ["undefined", "undefined"],
    });
  });

  it("share nothing side by side", async () => {
    const body =
      "globalThis.mine ??= input.id; for (let i = 0; i < 50; i += 1) await null; console.log(secrets.OWN.length); return [mine, secrets.OWN === input.expected]";
    const runs = Array.from({ length: 9 }, (_, id) =>
      attemptBody(body, {
        input: { id, expected: `value-${"x".repeat(id)}` },
        capabilities: { secrets: { OWN: `value-${"x".repeat(id)}` } },
      }),
    );
    const outcomes = await Promise.all(runs);
    expect(outcomes.map(({ result }) => result)).toEqual(outcomes.map((_, id) => [id, true]));
    expect(outcomes.map(({ console: lines }) => lines)).toEqual(outcomes.map((_, id) => [String(id + 6)]));
  });
});
