import { expect, test } from "vitest";
import { createKnownEvents } from "./known-events.ts";
import type { EventRow } from "./read-events.ts";

const row = (sequence: number): EventRow => ({
  sequence,
  type: "run.state",
  conversation_id: null,
  run_id: null,
  approval_id: null,
  state: null,
});
const page = (numbers: number[], oldestOpen: number, nextTransaction: number) => ({
  rows: numbers.map(row),
  oldestOpen: BigInt(oldestOpen),
  nextTransaction: BigInt(nextTransaction),
});

test("without a number missing, each event's own number is where to go on", () => {
  const known = createKnownEvents(10);
  const items = known.take(page([11, 12, 13], 5, 9));
  expect(items.map(({ cursor }) => cursor)).toEqual([11, 12, 13]);
  expect([known.newest(), known.settled(), known.missing()]).toEqual([13, 13, []]);
});

test("no cursor passes a number that is missing, and what comes late may be cut off between any two", () => {
  const known = createKnownEvents(10);
  expect(known.take(page([11, 14], 5, 9)).map(({ cursor }) => cursor)).toEqual([11, 11]);
  expect(known.missing()).toEqual([12, 13]);
  expect(known.take(page([12, 13, 15], 5, 10)).map(({ cursor }) => cursor)).toEqual([12, 13, 15]);
  expect(known.missing()).toEqual([]);
});

test("a number is looked for as long as a transaction is open that may bring it, and what was seen is not taken again", () => {
  const known = createKnownEvents(0);
  known.take(page([1, 3], 5, 9));
  expect(known.take(page([3], 8, 12))).toEqual([]);
  expect(known.missing()).toEqual([2]);
  known.take(page([], 9, 12));
  expect([known.missing(), known.settled()]).toEqual([[], 3]);
});

test("however many are missing, only so many are looked for", () => {
  const known = createKnownEvents(0);
  known.take(page([1_000_000], 5, 9));
  known.take(page([1_000_100], 5, 9));
  expect(known.missing()).toHaveLength(10_000);
  expect(known.missing().at(-1)).toBe(1_000_099);
});
