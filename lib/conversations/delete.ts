import type { Channel } from "../approvals/schema.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { publishStop, stopRun } from "../runs/cancel.ts";
import type { RunServices } from "../runs/services.ts";

type Request = { id: string; by: Principal; channel: Channel };
type Stopped = { runId: string; epoch: number } | null;

/** The words go; calls, decisions and the audit stay on record. A run under way is stopped with it, or nothing is done. */
export async function deleteConversation(services: RunServices, request: Request): Promise<void> {
  const stopped = await deleteOnce(services, request);
  if (stopped) publishStop(services, stopped.runId, stopped.epoch);
  services.events.publish([{ kind: "recorded" }]);
}

async function deleteOnce(services: RunServices, request: Request): Promise<Stopped> {
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const done = await services.database.transaction(async (transaction) => {
      const held = await lockBoth(transaction, request.id);
      return held && { stopped: await deleteLocked(transaction, { ...request, runId: held.runId }) };
    });
    if (done) return done.stopped;
  }
  throw new AppError("unavailable", "The conversation is busy. Delete it again.", { retryAfterSeconds: 1 });
}

/**
 * Its run, then the conversation, in which none can begin from then on. Null when one began between the two: to lock
 * that as well would be against the order, and everything is let go.
 */
async function lockBoth(transaction: Executor, id: string): Promise<{ runId: string | null } | null> {
  const [active] = await transaction.query<{ id: string }>(
    sql`select id from runs where conversation_id = ${text(id)} and ended_at is null for update`,
  );
  const found = await transaction.query(
    sql`select 1 from conversations where id = ${text(id)} and deleted_at is null for update`,
  );
  if (found.length === 0) throw new AppError("not_found", "There is no such conversation.");
  const [current] = await transaction.query<{ id: string }>(
    sql`select id from runs where conversation_id = ${text(id)} and ended_at is null`,
  );
  return current?.id === active?.id ? { runId: active?.id ?? null } : null;
}

async function deleteLocked(
  transaction: Executor,
  { id, by, channel, runId }: Request & { runId: string | null },
): Promise<Stopped> {
  const stop = runId === null ? null : await stopRun(transaction, { runId, by, channel });
  await transaction.query(sql`
    with marked as (
      update conversations set deleted_at = now(), queued_text = null, queued_at = null where id = ${text(id)}
    ),
    words as (delete from messages where conversation_id = ${text(id)}),
    logs as (delete from stream_log where run_id in (select id from runs where conversation_id = ${text(id)})),
    said as (delete from steps where conversation_id = ${text(id)})
    insert into ${auditColumns}
    values (${auditType("conversation.deleted")}, ${text(by.id)}, ${text(id)}, null, null, null, null, null)`);
  return runId !== null && stop ? { runId, epoch: stop.epoch } : null;
}
