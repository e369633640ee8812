import { expect, it } from "vitest";
import { timeWords } from "./time-words";

const now = new Date(2026, 2, 10, 15, 30).getTime();
const minute = 60_000;

it.each([
  ["just now", 0],
  ["just now", 59_000],
  ["just now", -20_000],
  ["1 min ago", minute],
  ["59 min ago", 59 * minute],
])("says %s", (words, age) => {
  expect(timeWords(now - age, now)).toBe(words);
});

it("names the day when it is another one", () => {
  expect(timeWords(now - 24 * 60 * minute, now)).toMatch(/^Yesterday, /);
  expect(timeWords(now - 2 * 60 * minute, now)).not.toContain(",");
  expect(timeWords(new Date(2025, 0, 2, 9, 0).getTime(), now)).toContain("2025");
});
