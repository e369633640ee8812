import { describe, expect, it } from "vitest";
import { durationWords, mainArgument, timeLeftWords } from "./call-words";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

describe("timeLeftWords", () => {
  it.each([
    [72 * hour, "3 days left"],
    [50 * hour, "2 days 2 h left"],
    [23 * hour + 58 * minute + 3 * second, "23 h 58 min left"],
    [hour, "1 h left"],
    [4 * minute + 12 * second, "4 min 12 s left"],
    [500, "1 s left"],
    [0, "expired"],
    [-5 * second, "expired"],
  ])("%d ms: %s", (milliseconds, words) => {
    expect(timeLeftWords(milliseconds)).toBe(words);
  });
});

describe("durationWords", () => {
  it.each([
    [0, "0 ms"],
    [999, "999 ms"],
    [1_250, "1.2 s"],
    [9_990, "9.9 s"],
    [59_999, "59 s"],
    [125_000, "2 min 5 s"],
  ])("%d ms: %s", (milliseconds, words) => {
    expect(durationWords(milliseconds)).toBe(words);
  });
});

describe("mainArgument", () => {
  it.each<[unknown, string]>([
    [{ content: "x", path: "a.md" }, "a.md"],
    [{ source: "a.md", destination: "b.md" }, "a.md → b.md"],
    [{ limit: 3 }, "3"],
    [{ nested: { path: "a" } }, ""],
    ["text", ""],
    [null, ""],
  ])("of %j is %j", (args, words) => {
    expect(mainArgument(args)).toBe(words);
  });
});
