import { randomBytes } from "node:crypto";
import postgres from "postgres";

export type TestDatabase = { url: string; drop: () => Promise<void> } & AsyncDisposable;

/** A fresh, empty database on the test run's Postgres server. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error("TEST_DATABASE_URL is not set: run this test through vitest or Playwright.");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await execute(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const drop = () => execute(server, `drop database if exists ${name} with (force)`);
  return { url: url.href, drop, [Symbol.asyncDispose]: drop };
}

async function execute(server: string, statement: string): Promise<void> {
  const sql = postgres(server, { max: 1, onnotice: () => undefined });
  try {
    await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}
