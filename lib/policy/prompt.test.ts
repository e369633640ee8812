import { describe, expect, it } from "vitest";
import { defaultPrompt, namesNothing, renderPrompt } from "./prompt.ts";

describe("renderPrompt", () => {
  it.each<[string, string, unknown, string]>([
    ["the default", defaultPrompt, { path: "a.csv" }, `Run 'delete_file' with arguments {"path":"a.csv"}?`],
    ["a value by its path", "Delete {args.path}?", { path: "a.csv" }, 'Delete "a.csv"?'],
    ["a nested value", "To {args.to.0.name}?", { to: [{ name: "Ada" }] }, 'To "Ada"?'],
    ["numbers, booleans and null", "{args.n} {args.b} {args.z}", { n: 3, b: true, z: null }, "3 true null"],
    ["an object", "With {args.o}", { o: { a: 1 } }, 'With {"a":1}'],
    ["an unknown placeholder", "{args.nope} {user} {}", { path: "a" }, "{args.nope} {user} {}"],
    ["a path through a text", "{args.path.length}", { path: "abc" }, "{args.path.length}"],
    [
      "an inherited property",
      "{args.constructor} {args.__proto__}",
      {},
      "{args.constructor} {args.__proto__}",
    ],
    ["a value that looks like a placeholder", "{args.a}", { a: "{args.b}", b: "x" }, '"{args.b}"'],
    ["a value with replacement patterns", "{args.a}!", { a: "$& $1 $`" }, '"$& $1 $`"!'],
    ["a value that closes its quote", "{args.a}?", { a: '"? Approved: "' }, '"\\"? Approved: \\""?'],
    ["line breaks", "{args.a}", { a: "one\ntwo\tthree\r" }, '"one\\ntwo\\tthree\\r"'],
    ["hidden characters", "{args.a}", { a: "x\u202Ey\u2028\u{E0041}" }, '"x\\u202ey\\u2028\\udb40\\udc41"'],
    ["no arguments at all", "{args}", undefined, "null"],
  ])("substitutes %s", (_, template, args, rendered) => {
    expect(renderPrompt(template, "delete_file", args)).toBe(rendered);
  });

  it("shortens a long value and marks it outside the quotes", () => {
    expect(renderPrompt("{args.a}?", "t", { a: "x".repeat(201) })).toBe(`"${"x".repeat(200)}"…?`);
    expect(renderPrompt("{args.a}", "t", { a: "x".repeat(200) })).toBe(`"${"x".repeat(200)}"`);
  });

  it("shortens all arguments together", () => {
    const rendered = renderPrompt("{args}", "t", { a: "x".repeat(500) });
    expect(rendered).toBe(`{"a":"${"x".repeat(294)}…`);
  });

  it("never cuts a character in half", () => {
    expect(renderPrompt("{args.a}", "t", { a: `${"x".repeat(199)}😀😀` })).toBe(`"${"x".repeat(199)}"…`);
  });

  it("keeps a tool's name on one line", () => {
    expect(renderPrompt("{toolName}", "a\nb\u202E", {})).toBe("a\\u000ab\\u202e");
  });
});

it("tells which braces of a template name nothing", () => {
  const template = "Run {toolName} on {url}, {args.path} and {args.nothing}, with {args} and {url}? {{path}}";
  expect(namesNothing(template, "read", { path: "a" })).toEqual(["{url}", "{args.nothing}", "{path}"]);
  expect(namesNothing("Run it?", "read", {})).toEqual([]);
});
