import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";

/**
 * Some minutes after a run ended nobody comes back for its stream: the conversation has it all. One that failed may go
 * on as long as nothing followed it, and then its stream is asked for from the beginning: for some days. Whoever retries
 * it later finds in the conversation what it had said.
 */
export async function dropOldLogs(database: Executor): Promise<void> {
  await database.query(sql`
    delete from stream_log l using runs r
    where r.id = l.run_id and r.ended_at < now() - interval '10 minutes'
      and (r.state <> 'failed' or r.ended_at < now() - interval '7 days' or exists (
        select 1 from runs o where o.conversation_id = r.conversation_id and o.started_at > r.started_at))`);
}
