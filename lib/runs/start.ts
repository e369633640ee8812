import { leftOverSentence } from "../approvals/not-run.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { newId } from "../db/new-id.ts";
import type { RunRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { isoTime, text } from "../db/value.ts";
import { storableText } from "../policy/storable-text.ts";
import { driveRun } from "./drive.ts";
import { contextOf, type HistoryRow, historyOf, type RunContext } from "./load-context.ts";
import type { RunServices } from "./services.ts";
import { titleFrom } from "./title.ts";

export type Started = {
  runId: string;
  messageId: string;
  createdAt: string;
  /** What the first step needs, read where the run was saved; null where that was already old. */
  context: RunContext | null;
};

export const untitled = "New chat";

type Words = { conversationId: string; text: string; by: Principal };

/**
 * Saves the message and its run; null when the conversation has a run under way already (an index says so), or is not
 * there. A run that ends at this moment is waited for, run before conversation: it locks them in that order, too.
 * What was approved in a run that failed before it ran will not run any more: that run can no longer be retried.
 */
export async function saveRun(
  services: Pick<RunServices, "instanceId"> & { database: Executor },
  request: Words,
): Promise<Started | null> {
  const id = { run: newId(), message: newId(), assistant: newId() };
  const [row] = await services.database.query<HistoryRow & { run: RunRow; waited: boolean }>(sql`
    with active as (
      select id from runs
      where conversation_id = ${text(request.conversationId)} and ended_at is null for update
    ),
    conversation as (
      update conversations
      set updated_at = now(), title = case when title = ${text(untitled)} and not renamed then ${text(titleFrom(request.text))} else title end
      where id = ${text(request.conversationId)} and deleted_at is null and not exists (select 1 from active)
      returning *
    ),
    run as (
      insert into runs (id, conversation_id, assistant_message_id, state, owner)
      select ${text(id.run)}, c.id, ${text(id.assistant)}, 'running', ${text(services.instanceId)} from conversation c
      on conflict (conversation_id) where ended_at is null do nothing
      returning *
    ),
    said as (
      insert into messages (id, conversation_id, role, run_id, text)
      select v.id, r.conversation_id, v.role, r.id, v.text
      from run r, lateral (values (1, ${text(id.message)}, 'user', ${text(request.text)}), (2, ${text(id.assistant)}, 'assistant', '')) as v(place, id, role, text)
      order by v.place
    ),
    left_over as (
      update calls c set state = 'cancelled', error = ${text(leftOverSentence)}, ended_at = now()
      from run r where c.conversation_id = r.conversation_id and c.run_id <> r.id and c.state = 'approved'
      returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("run.state")}, ${text(request.by.id)}, r.conversation_id, r.id, null, null, r.state, null from run r
      union all
      select ${auditType("call.ended")}, ${text(request.by.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name)
      from left_over c
    )
    select to_jsonb(r) as run, ${historyOf},
      exists (select 1 from runs u where u.conversation_id = v.id and u.ended_at is null) as waited
    from run r join conversation v on v.id = r.conversation_id`);
  if (!row) return null;
  // It waited for a run that was ending, and reads the conversation as it was before: without that run's last words.
  const context = row.waited ? null : contextAtStart(row, request.text);
  return { runId: id.run, messageId: id.message, createdAt: isoTime(row.run.started_at), context };
}

/** A statement does not see what it writes: the new message is added by hand. */
function contextAtStart(row: HistoryRow & { run: RunRow }, said: string): RunContext {
  const context = contextOf(row.run, row, []);
  context.messages.push(
    { role: "user", text: storableText(said), run_id: row.run.id },
    { role: "assistant", text: "", run_id: row.run.id },
  );
  return context;
}

/** After the commit: the run is told of and goes its way. */
export function goOn(services: RunServices, conversationId: string, { runId, context }: Started): void {
  services.events.publish([{ kind: "recorded" }]);
  driveRun(services, { runId, conversationId, epoch: 1 }, context ? { context } : {});
}

export async function startRun(services: RunServices, request: Words): Promise<Started | null> {
  const started = await saveRun(services, request);
  if (started) goOn(services, request.conversationId, started);
  return started;
}
