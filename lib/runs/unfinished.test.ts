import { expect, test } from "vitest";
import { unfinishedNotice } from "./unfinished.ts";

const said = { type: "text" as const, text: "So." };
const thought = { type: "reasoning" as const, text: "Hm." };

test.each([
  [[said], "stop", null],
  [[thought, said], "other", null],
  [[said], "length", "cut off"],
  [[], "length", "cut off"],
  [[said], "content-filter", "filter"],
  [[], "stop", "answered nothing"],
  [[thought], "stop", "answered nothing"],
  [[{ ...said, text: " \n" }], "stop", "answered nothing"],
])("of %j that ended with %s the person is told: %s", (parts, finishReason, told) => {
  const notice = unfinishedNotice({ parts, calls: [], finishReason });
  if (told === null) expect(notice).toBeNull();
  else expect(notice?.text).toContain(told);
});
