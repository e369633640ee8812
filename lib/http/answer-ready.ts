import type { ServerResponse } from "node:http";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { AppError } from "../errors.ts";
import { sendJson } from "./send.ts";

/** Whoever asks has seldom more patience, and a database that needs longer is not ready. */
const mostMilliseconds = 2_000;

export async function answerReady(database: Executor, response: ServerResponse): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("The database does not answer.")), mostMilliseconds);
  try {
    await Promise.race([database.query(sql`select 1`), late.promise]);
  } catch {
    throw new AppError("unavailable", "The database cannot be reached.", { retryAfterSeconds: 2 });
  } finally {
    clearTimeout(timer);
  }
  sendJson(response, 200, { ok: true });
}
