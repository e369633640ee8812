import postgres from "postgres";
import { expect, test } from "vitest";
import { createTestDatabase } from "./database.ts";

test("each test database is empty, its own, and gone afterwards", async () => {
  const first = await createTestDatabase();
  await using second = await createTestDatabase();
  const sql = postgres(first.url);
  await sql`create table only_here (id int)`;
  await sql.end();
  const other = postgres(second.url);
  expect(await other`select to_regclass('only_here') as found`).toEqual([{ found: null }]);
  await first.drop();
  const left = await other`select 1 from pg_database where datname = ${new URL(first.url).pathname.slice(1)}`;
  expect(left).toHaveLength(0);
  await other.end();
});
