import { describe, expect, it } from "vitest";
import { attempt, attemptBody, prepareSandbox } from "./test-sandbox.ts";

prepareSandbox();

describe("the result", () => {
  it.each([
    ["return input.a + 1", 2],
    ["return { deep: [1, 'two', null, true] }", { deep: [1, "two", null, true] }],
    ["return 'a\\0b ü \\ud83d\\ude00'", "a\0b ü 😀"],
    ["return undefined", null],
    ["", null],
    ["return NaN", null],
    ["return { kept: 1, gone: undefined, also: () => 1, [Symbol('s')]: 1 }", { kept: 1 }],
    ["return new Date(0)", "1970-01-01T00:00:00.000Z"],
    ["return new Map([[1, 2]])", {}],
  ])("%s", async (body, result) => {
    expect(await attemptBody(body, { input: { a: 1 } })).toMatchObject({ ok: true, result, error: null });
  });

  it("is of a plain function, and of a module that awaits before it exports", async () => {
    expect(await attempt("export default (input) => input * 2", { input: 21 })).toMatchObject({ result: 42 });
    expect(await attempt("const two = await Promise.resolve(2); export default () => two")).toMatchObject({
      result: 2,
    });
  });

  it.each([
    ["return () => 1", "not JSON"],
    ["return Symbol('s')", "not JSON"],
    ["return 10n", "BigInt"],
    ["const a = {}; a.a = a; return a", "circular"],
    ["let a = []; for (let i = 0; i < 300; i += 1) a = [a]; return a", "nested deeper than 200 levels"],
    ["return { get a() { throw new Error('from a getter') } }", "from a getter"],
    ["return { toJSON() { throw new Error('from toJSON') } }", "from toJSON"],
    ["return new Proxy({}, { ownKeys() { throw new Error('from a trap') } })", "from a trap"],
  ])("cannot be had of: %s", async (body, error) => {
    expect(await attemptBody(body)).toMatchObject({
      ok: false,
      result: null,
      error: expect.stringContaining(error),
    });
  });

  it("is what JSON makes of getters, proxies and toJSON, computed inside", async () => {
    expect(
      await attemptBody(
        "return [{ get a() { return 1 } }, { toJSON: () => 2 }, new Proxy({ b: 3 }, { get: () => 4 })]",
      ),
    ).toMatchObject({ result: [{ a: 1 }, 2, { b: 4 }] });
  });

  it("over 1 MB is cut, with a note", async () => {
    const { ok, result } = await attemptBody("return 'x'.repeat(1_500_000)");
    expect(ok).toBe(true);
    expect(result).toHaveLength(1_000_000);
    expect(result).toMatch(/^"x+\n\[cut: the result has 1500002 characters\]$/);
    expect(await attemptBody("return 'x'.repeat(999_998)")).toMatchObject({ result: "x".repeat(999_998) });
  });

  it("has own names only, whatever they are", async () => {
    const { result } = await attemptBody(`return JSON.parse('{"__proto__":{"polluted":1},"constructor":2}')`);
    expect(Object.keys(result as object)).toEqual(["__proto__", "constructor"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
    expect("polluted" in {}).toBe(false);
  });
});

describe("an error", () => {
  it.each([
    ["throw new Error('no luck')", "no luck (line 1)"],
    ["\n\nthrow new TypeError('wrong')", "TypeError: wrong (line 3)"],
    ["throw 'a text'", "a text"],
    ["throw { code: 7 }", '{"code":7}'],
    ["throw null", "null"],
    ["throw undefined", "undefined"],
    ["throw new Proxy(new Error('a'), { get() { throw 1 } })", "(a value that cannot be shown)"],
    ["return process.env", "ReferenceError: 'process' is not defined (line 1)"],
  ])("%s", async (body, error) => {
    expect(await attemptBody(body)).toMatchObject({ ok: false, error });
  });

  it.each([
    ["export default async ( => 1", "SyntaxError"],
    ["const a = 1", "no default export"],
    ["export default { run() {} }", "no default export"],
    ["throw new Error('at the top'); export default () => 1", "at the top"],
    ["await Promise.reject(new Error('rejected')); export default () => 1", "rejected"],
  ])("of a module that cannot be used: %s", async (code, error) => {
    expect(await attempt(code)).toMatchObject({ ok: false, error: expect.stringContaining(error) });
  });

  it("is long only up to a point", async () => {
    const { error } = await attemptBody("throw new Error('x'.repeat(100_000))");
    expect(error?.length).toBeLessThan(5_000);
  });
});

describe("the console", () => {
  it("is captured, of every level, also when the code fails", async () => {
    expect(
      await attemptBody(
        "console.log('a', 1, { b: [2] }, null, undefined); console.error(new TypeError('t')); console.warn(1n); throw new Error('x')",
      ),
    ).toMatchObject({ ok: false, console: ['a 1 {"b":[2]} null undefined', "TypeError: t", "1"] });
  });

  it("is captured of code that had to be stopped", async () => {
    expect(
      await attemptBody("console.log('before'); for (;;);", { limits: { milliseconds: 100 } }),
    ).toMatchObject({ ok: false, console: ["before"] });
  });

  it("is bounded in lines, in the length of a line, and all in all", async () => {
    const many = await attemptBody("for (let i = 0; i < 5_000; i += 1) console.log(i)");
    expect(many.console).toHaveLength(201);
    expect(many.console.at(-1)).toBe("(More was logged; it is left out.)");
    const long = await attemptBody("console.log('x'.repeat(100_000)); console.log('next')");
    expect(long.console).toEqual(["x".repeat(2_000), "next"]);
    const large = await attemptBody("for (let i = 0; i < 100; i += 1) console.log('x'.repeat(2_000))");
    expect(large.console.join("").length).toBeLessThanOrEqual(50_100);
  });

  it("shows nothing of a value that resists", async () => {
    expect(
      await attemptBody(
        "const a = {}; a.a = a; console.log(a); console.log({ toJSON() { throw 1 } }); return 1",
      ),
    ).toMatchObject({
      ok: true,
      console: ["(a value that cannot be shown)", "(a value that cannot be shown)"],
    });
  });
});

describe("secrets", () => {
  it("are the named values, and come back masked wherever they stand", async () => {
    const outcome = await attemptBody(
      "console.log('using', secrets.KEY); return { [secrets.KEY]: ['key=' + secrets.KEY], names: Object.keys(secrets) }",
      { capabilities: { secrets: { KEY: 'se"cret-value', OTHER: "other-value" } } },
    );
    expect(outcome).toMatchObject({
      console: ["using [secret KEY]"],
      result: { "[secret KEY]": ["key=[secret KEY]"], names: ["KEY", "OTHER"] },
    });
    const failed = await attemptBody("throw new Error(secrets.KEY)", {
      capabilities: { secrets: { KEY: "secret-value" } },
    });
    expect(failed.error).toBe("[secret KEY] (line 1)");
  });

  it("leave no part of themselves where something long is cut", async () => {
    const KEY = 'a "value" '.repeat(60);
    const secrets = { capabilities: { secrets: { KEY } } };
    const many = "Array.from({ length: 9 }, () => secrets.KEY)";
    const logged = await attemptBody(
      `console.log('x'.repeat(1_900) + secrets.KEY); console.log(${many}); return 'x'.repeat(999_800) + secrets.KEY + 'x'.repeat(900)`,
      secrets,
    );
    const failures = [
      await attemptBody("throw new Error('x'.repeat(3_900) + secrets.KEY)", secrets),
      await attemptBody(`throw new Error(${many}.join())`, secrets),
    ];
    expect(logged.console[0]).toBe(`${"x".repeat(1_900)}[secret KEY]`);
    expect(logged.result).toMatch(/^"x{999800}\[secret KEY\]\n\[cut: the result has \d+ characters\]$/);
    expect(failures[0]?.error).toBe(`${"x".repeat(3_900)}[secret KEY] (line 1)`);
    expect(JSON.stringify([logged, failures])).not.toContain("value");
  });
});
