import { expect, it } from "vitest";
import { deadlineWords } from "./deadline-words";

it.each([
  [86_400, "1 day"],
  [5_400, "1 hour 30 minutes"],
  [61, "1 minute 1 second"],
  [172_800 + 3_600 + 5, "2 days 1 hour"],
  [0, "No deadline: it waits until someone decides"],
])("says %i seconds as %s", (seconds, words) => {
  expect(deadlineWords(seconds)).toBe(words);
});
