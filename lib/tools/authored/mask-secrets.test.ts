import { describe, expect, it } from "vitest";
import { createMask, maskSecrets } from "./mask-secrets.ts";

describe("maskSecrets", () => {
  it.each<[string, Record<string, string>, string]>([
    ["the key is abcd1234.", { KEY: "abcd1234" }, "the key is [secret KEY]."],
    ["abcd1234abcd1234", { KEY: "abcd1234" }, "[secret KEY][secret KEY]"],
    ["ABCD1234", { KEY: "abcd1234" }, "ABCD1234"],
    ["long-and-longer", { A: "long", B: "long-and-longer" }, "[secret B]"],
    ["long-and", { A: "long", B: "long-and-longer" }, "[secret A]-and"],
    ["xabcdefghx", { A: "abcd", B: "cdefgh" }, "x[secret B]x"],
    ["a.b*c+ aXbbc", { A: "a.b*c+" }, "[secret A] aXbbc"],
    ["$& $1", { A: "$& $1" }, "[secret A]"],
    ['{"k":"a\\"b\\\\c"}', { A: 'a"b\\c' }, '{"k":"[secret A]"}'],
    [JSON.stringify(JSON.stringify({ k: 'a"b\n' })), { A: 'a"b\n' }, JSON.stringify('{"k":"[secret A]"}')],
    ["abc", { A: "abc", B: "" }, "abc"],
    ["nothing here", {}, "nothing here"],
    ["of __proto__", { ["__proto__"]: "value" }, "of __proto__"],
  ])("%s with %o is %s", (text, secrets, masked) => {
    expect(maskSecrets(text, secrets)).toBe(masked);
  });

  it("takes time by the length of the text, not more", () => {
    const text = "a".repeat(1_000_000);
    const secrets = Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`S${n}`, `${"a".repeat(400 + n)}b`]),
    );
    expect(maskSecrets(text, secrets)).toBe(text);
    expect(maskSecrets(text, { A: "aaaa" })).toBe("[secret A]".repeat(250_000));
  });
});

it.each([
  [2, "ke"],
  [4, "key "],
  [5, "key [secret KEY]"],
  [11, "key [secret KEY]"],
  [12, "key [secret KEY]"],
  [14, "key [secret KEY] a"],
  [99, "key [secret KEY] and"],
])("of the first %d characters a mask gives %s", (length, beginning) => {
  expect(createMask({ KEY: "abcd1234" }).beginning("key abcd1234 and", length)).toBe(beginning);
});

it("a mask hides in texts, names and numbers, and leaves the rest", () => {
  const value = { "key abcd1234": ["x abcd1234", 12345678, 7, true, null, { deep: "abcd1234" }] };
  expect(createMask({ KEY: "abcd1234", PIN: "12345678" }).value(value)).toEqual({
    "key [secret KEY]": ["x [secret KEY]", "[secret PIN]", 7, true, null, { deep: "[secret KEY]" }],
  });
  expect(Object.keys(createMask({}).value(JSON.parse('{"__proto__":"abcd1234"}')) as object)).toEqual([
    "__proto__",
  ]);
});

it("a mask takes a moment for a large value, whether a secret is in it or not", () => {
  const secrets = Object.fromEntries(
    Array.from({ length: 20 }, (_, n) => [`S${n}`, `secret-value-${n}-${"x".repeat(20)}`]),
  );
  const numbers = Array.from({ length: 500_000 }, (_, n) => n % 10);
  const millisecondsOf = (work: () => void) => {
    const began = performance.now();
    work();
    return performance.now() - began;
  };
  const aHundredthOfTheSpellings = millisecondsOf(() => {
    for (let leaf = 0; leaf < 5_000; leaf += 1) createMask(secrets);
  });
  const took = millisecondsOf(() => {
    expect(createMask(secrets).value(numbers)).toBe(numbers);
    const masked = createMask(secrets).value([...numbers, secrets.S1]);
    expect(Object(masked).at(-1)).toBe("[secret S1]");
  });
  // Worked out for each leaf, twice over, the spellings alone took two hundred of them.
  expect(took).toBeLessThan(20 * aHundredthOfTheSpellings);
});
