import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import type { ServerRow } from "./server-row.ts";

/**
 * Locked in a statement of its own, before any of its tools: who changes, lists or reviews a server waits for the others
 * here, and only a statement that begins afterwards sees what they wrote. Undefined where it was removed.
 */
export async function lockServer(transaction: Executor, id: string): Promise<ServerRow | undefined> {
  const [row] = await transaction.query<ServerRow>(
    sql`select * from servers where id = ${text(id)} for update`,
  );
  return row;
}
