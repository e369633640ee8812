import { expect, test } from "vitest";
import { median, percentile, sum } from "./statistics.ts";

test("the median is the middle one, or lies between the two in the middle", () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([10, 1, 2, 4])).toBe(3);
  expect(median([7])).toBe(7);
});

test("a percentile lies between its neighbours in proportion", () => {
  const values = Array.from({ length: 101 }, (_, index) => 100 - index);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([0, 10], 0.25)).toBe(2.5);
});

test("sorts by size, not as text, and leaves the values as they are", () => {
  const values = [100, 9, 20];
  expect(median(values)).toBe(20);
  expect(values).toEqual([100, 9, 20]);
});

test("says so when there is nothing to measure", () => {
  expect(() => median([])).toThrow("no values");
});

test("adds up", () => {
  expect(sum([1, 2, 3.5])).toBe(6.5);
});
