import { z } from "zod";
import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import { momentSchema } from "../db/cursor.ts";
import { sql } from "../db/sql.ts";
import { instant, isoTime, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import type { RunServices } from "../runs/services.ts";

export const queuedQuerySchema = z.strictObject({ at: momentSchema.optional() });

/**
 * Keeps the text as the next message. The run is locked first: one that ends at this moment either sends it or is over.
 * It is told from the text whose place it takes by its moment, which is another one also when both come at once.
 */
export async function queueMessage(
  services: Pick<RunServices, "database" | "events">,
  request: { conversationId: string; text: string; by: Principal },
): Promise<{ text: string; at: string } | null> {
  const [row] = await services.database.query<{ queued_at: Date }>(sql`
    with active as (
      select conversation_id from runs
      where conversation_id = ${text(request.conversationId)} and ended_at is null for update
    ),
    queued as (
      update conversations c set queued_text = ${text(request.text)},
        queued_at = greatest(now(), c.queued_at + interval '1 millisecond')
      from active where c.id = active.conversation_id and c.deleted_at is null returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("message.queued")}, ${text(request.by.id)}, q.id, null, null, null, null, null from queued q
    )
    select queued_at from queued`);
  if (!row) return null;
  services.events.publish([{ kind: "recorded" }]);
  return { text: request.text, at: isoTime(row.queued_at) };
}

/** With `at` only the text that was queued then: another one may have taken its place. */
export async function removeQueued(
  services: Pick<RunServices, "database" | "events">,
  request: { conversationId: string; at?: string | undefined; by: Principal },
): Promise<void> {
  const { conversationId, at } = request;
  const asked = at === undefined ? sql`` : sql`and date_trunc('milliseconds', queued_at) = ${instant(at)}`;
  const rows = await services.database.query(sql`
    with removed as (
      update conversations set queued_text = null, queued_at = null
      where id = ${text(conversationId)} and deleted_at is null ${asked} returning id
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("message.unqueued")}, ${text(request.by.id)}, r.id, null, null, null, null, null from removed r
    )
    select id from removed`);
  if (rows.length === 0) throw await notRemoved(services, conversationId);
  services.events.publish([{ kind: "recorded" }]);
}

async function notRemoved({ database }: Pick<RunServices, "database">, id: string): Promise<AppError> {
  const [known] = await database.query(sql`
    select 1 as one from conversations where id = ${text(id)} and deleted_at is null`);
  if (!known) return new AppError("not_found", "There is no such conversation.");
  return new AppError("conflict", "That text is not queued any more: it was sent, removed or replaced.");
}
