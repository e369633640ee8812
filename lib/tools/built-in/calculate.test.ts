import { describe, expect, it } from "vitest";
import { createCalculateTool } from "./calculate.ts";

const tool = createCalculateTool();
const calculate = (expression: string) =>
  tool.run({ expression }, { signal: new AbortController().signal, ground: null });

describe("calculate", () => {
  it.each([
    ["3140 + 3320 + 3315 + 3765", 13_540],
    ["0.1 + 0.2", 0.3],
    ["2 + 3 * 4 ^ 2", 50],
    ["-2^2", -4],
    ["(1 + 2) / 4", 0.75],
    ["7 % 3", 1],
    ["-7 mod 3", 2],
    ["5!", 120],
    ["200 + 10%", 220],
    ["2 pi", 6.28318530717959],
    ["sqrt(2) * sqrt(2)", 2],
    ["log(8, 2)", 3],
    ["ln(e)", 1],
    ["round(2.71828, 2)", 2.72],
    ["max(1, 7, 3) - min(4, 2)", 5],
    ["mean(1, 2, 6) + median(5, 1, 9) + sum(1, 2)", 11],
    ["gcd(12, 18) + lcm(4, 6)", 18],
    ["1e3 + 0x10", 1_016],
  ])("%s is %d", async (expression, result) => {
    expect(await calculate(expression)).toEqual({ expression, result });
  });

  it.each([
    ["1 / 0", "infinite"],
    ["9^9^9^9", "infinite"],
    ["171!", "infinite"],
    ["sqrt(-1)", "no real value"],
    ["2 +", "cannot be worked out"],
    ["sqrt()", "number of values"],
    ["sqrt(1, 2)", "number of values"],
    ["unknown + 1", '"unknown" is unknown'],
  ])("says why %s has no result", async (expression, reason) => {
    await expect(calculate(expression)).rejects.toThrow(reason);
  });

  it.each([
    "x = 3",
    "f(x) = x",
    "1; 2",
    "[1, 2, 3]",
    "{a: 1}",
    "1:1000000000",
    "zeros(100000, 100000)",
    "'text'",
    "true",
    "5 cm",
    "constructor",
    "__proto__",
    "toString()",
    "sqrt.constructor('return process')()",
    "import({})",
    "createUnit('a')",
    "evaluate('1')",
    "parse('1')",
    "simplify('1 + 1')",
    "derivative('x', 'x')",
    "combinations(1000000000, 500000000)",
    "random()",
    "1 ? 2 : 3",
    "2 << 3",
    "5 > 3",
  ])("refuses %s", async (expression) => {
    await expect(calculate(expression)).rejects.toThrow(/cannot be worked out|nested too deeply/);
  });

  it("refuses what is nested until the stack ends", async () => {
    await expect(calculate(`${"sqrt(".repeat(166)}x${")".repeat(166)}`)).rejects.toThrow("unknown");
    await expect(calculate("(".repeat(1_000))).rejects.toThrow(/cannot be worked out|nested too deeply/);
  });

  it("takes no longer for a chain of percentages, whose parts are shared", async () => {
    expect(await calculate(`1${" + 0%".repeat(160)}`)).toMatchObject({ result: 1 });
  });

  it("takes no longer for huge factorials", async () => {
    await expect(calculate("1e300!")).rejects.toThrow("infinite");
  });
});
