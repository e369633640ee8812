import { expect, test } from "vitest";
import { readCursor, writeCursor } from "./cursor.ts";

test("a cursor comes back as it was, and needs no escaping in an address", () => {
  for (const at of ["2026-11-18T14:38:19.838123+00:00", "2026-11-18T14:38:19Z"]) {
    const cursor = writeCursor({ at, id: "01a1ef18" });
    expect(encodeURIComponent(cursor)).toBe(cursor);
    expect(readCursor(cursor)).toEqual({ at, id: "01a1ef18" });
  }
});

test.each(["", "yesterday", "2026", "MjAyNg"])("%j is none", (cursor) => {
  expect(() => readCursor(cursor)).toThrow("take it from nextCursor");
});

test.each([
  "2026-99-99T00:00:00Z",
  "2024-02-30T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "2026-11-18T24:00:00Z",
  "2026-11-18T14:00:00+23:00",
])("there is no place at %s", (at) => {
  expect(() => readCursor(writeCursor({ at, id: "01a1ef18" }))).toThrow("take it from nextCursor");
});
