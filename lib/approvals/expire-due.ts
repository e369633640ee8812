import { sql } from "../db/sql.ts";
import { log } from "../log.ts";
import { expire } from "./decide.ts";
import type { ApprovalServices } from "./services.ts";

/** The sweep behind deadlines: finds what is due by its index, and expires each through the one door. */
export async function expireDue(services: ApprovalServices): Promise<number> {
  const due = await services.database.query<{ id: string }>(
    sql`select id from approvals where status = 'pending' and expires_at is not null and expires_at <= now() order by expires_at limit 500`,
  );
  let expired = 0;
  for (const { id } of due) {
    try {
      if (await expire(services, id)) expired += 1;
    } catch (error) {
      // It is tried again with the next sweep; the others do not wait for it.
      log.error({ error: String(error), approval: id }, "an approval could not be expired");
    }
  }
  return expired;
}
