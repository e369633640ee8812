import { expect, test } from "vitest";
import { narrow, noteServerTime, onServerTimeJump, serverNow } from "./server-clock";

const noon = Date.parse("2026-11-18T12:00:00Z");
/** An answer of a server whose clock says noon and this much, heard by a reader who is ahead by `ahead`. */
const answer = (milliseconds: number, ahead: number, under = 0) => {
  const real = noon + milliseconds;
  const date = new Date(Math.floor(real / 1_000) * 1_000).toUTCString();
  return { date, askedAt: real + ahead - under, answeredAt: real + ahead };
};
const middle = (bounds: ReturnType<typeof narrow>) => (bounds ? (bounds.least + bounds.most) / 2 : null);

test.each([0, 120_000, -90_000])("a clock that is %i ms ahead is known within half a second", (ahead) => {
  for (const milliseconds of [0, 400, 999]) {
    const off = (middle(narrow(null, answer(milliseconds, ahead))) ?? Number.NaN) + ahead;
    expect(Math.abs(off)).toBeLessThanOrEqual(500);
  }
});

test("each answer makes it more exact, and a slow one does not make it less", () => {
  const first = narrow(null, answer(100, 5_000));
  const second = narrow(first, answer(1_900, 5_000));
  expect((second?.most ?? 0) - (second?.least ?? 0)).toBeLessThanOrEqual(200);
  expect(narrow(second, answer(9_500, 5_000, 7_000))).toEqual(second);
});

test("a clock that is set while the page is open counts from the next answer on", () => {
  const before = narrow(null, answer(0, 120_000));
  expect(Math.abs(middle(narrow(before, answer(500, 0))) ?? Number.NaN)).toBeLessThanOrEqual(500);
});

test("an answer without a date, or one before which the clock was set back, tells nothing", () => {
  const known = { least: -200, most: 300 };
  expect(narrow(known, { date: null, askedAt: 0, answeredAt: 0 })).toBe(known);
  expect(narrow(known, { ...answer(0, 0), askedAt: noon + 60_000 })).toBe(known);
});

test("who shows the time is told when it turns out to be another, and not by each answer", () => {
  let told = 0;
  const forget = onServerTimeJump(() => {
    told += 1;
  });
  const date = () => new Date(Date.now() + 120_000).toUTCString();
  noteServerTime(date(), Date.now());
  expect(told).toBe(1);
  expect(serverNow() - Date.now()).toBeGreaterThan(118_000);
  noteServerTime(date(), Date.now());
  expect(told).toBe(1);
  forget();
  noteServerTime(new Date().toUTCString(), Date.now());
  expect(told).toBe(1);
});
