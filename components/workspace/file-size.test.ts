import { expect, it } from "vitest";
import { fileSize } from "./file-size";

it.each([
  [0, "0 B"],
  [999, "999 B"],
  [1_000, "1.0 kB"],
  [1_240, "1.2 kB"],
  [9_960, "10 kB"],
  [999_700, "1.0 MB"],
  [35_000_000, "35 MB"],
  [2_000_000_000_000, "2000 GB"],
])("writes %i bytes as %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});
