import { expect, it } from "vitest";
import { countOf, floodMeter } from "./flood-meter.ts";

it("gives up on too many bytes and on too many messages, and begins anew after a while", () => {
  let now = 0;
  const meter = floodMeter(() => now);
  for (let window = 0; window < 3; window += 1) {
    for (let message = 0; message < 10_000; message += 1) meter(100, 1);
    now += 10_001;
  }
  for (let message = 0; message < 10_000; message += 1) meter(100, 1);
  expect(() => meter(100, 1)).toThrow("It sent more than 10,000 messages in 10 seconds.");
  now += 10_001;
  meter(30_000_000, 1);
  expect(() => meter(1, 0)).toThrow("It sent more than 30 MB in 10 seconds.");
});

it.each([
  ["a\n\nb\n\n", 2],
  ["no end", 0],
  ["", 0],
])("%j has the mark %i times", (text, count) => {
  expect(countOf("\n\n", Buffer.from(text))).toBe(count);
});
