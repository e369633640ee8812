import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "./client.ts";
import { sql } from "./sql.ts";
import { openTestDatabase } from "./test-database.ts";
import { json, text } from "./value.ts";

let opened: { database: Database; close: () => Promise<void> };
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

test("text and JSON that a database cannot hold go in with a mark in its place, and all else as it is", async () => {
  const value = { "a\u0000": ["\ud800", "\\u0000", "😀"], n: 1.5, nothing: null };
  const [row] = await opened.database.query(
    sql`select ${text("x\u0000y\udc00")} as text, ${json(value)} as json, ${text(null)} as nothing`,
  );
  expect(row).toEqual({
    text: "x\ufffdy\ufffd",
    json: { "a\ufffd": ["\ufffd", "\\u0000", "😀"], n: 1.5, nothing: null },
    nothing: null,
  });
});
