import { cancelledSentence, interruptedSentence } from "../approvals/not-run.ts";
import type { Channel } from "../approvals/schema.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { getRun } from "./get-run.ts";
import { keepAnswer } from "./keep-answer.ts";
import type { Run } from "./schema.ts";
import type { RunServices } from "./services.ts";

/**
 * Stops a run, whoever works on it: the epoch moves on, what waits is cancelled, what had not been claimed is not run,
 * and what was running has an unknown outcome. The run is locked first, in a statement of its own. A run that had saved
 * nothing of what it showed yet begins its log here, or its readers would find none. Null when it had ended already.
 */
export async function stopRun(
  transaction: Executor,
  request: { runId: string; by: Principal; channel: Channel },
): Promise<{ epoch: number } | null> {
  const [run] = await transaction.query<{ id: string; epoch: number; conversation_id: string }>(
    sql`select id, epoch, conversation_id from runs where id = ${text(request.runId)} and ended_at is null for update`,
  );
  if (!run) return null;
  await transaction.query(sql`
    with cancelled as (
      update approvals set status = 'cancelled'
      where conversation_id = ${text(run.conversation_id)} and run_id = ${text(run.id)} and status = 'pending' returning *
    ),
    decided as (
      insert into decisions (approval_id, by_id, by_name, decision, channel)
      select a.id, ${text(request.by.id)}, ${text(request.by.name)}, 'cancel', ${text(request.channel)} from cancelled a
    ),
    stopped as (
      update calls
      set state = case when state = 'executing' then 'interrupted' else 'cancelled' end,
        error = case when state = 'executing' then ${text(interruptedSentence)} else ${text(cancelledSentence)} end,
        ended_at = now()
      where conversation_id = ${text(run.conversation_id)} and run_id = ${text(run.id)} and state in ('requested', 'allowed', 'pending', 'approved', 'executing')
      returning *
    ),
    ended as (
      update runs set state = 'cancelled', owner = null, epoch = epoch + 1, open = 0, executing = 0, ended_at = now()
      where id = ${text(run.id)} returning *
    ),
    logged as (
      insert into stream_log (run_id, epoch, first, last, step, chunks)
      select e.id, e.epoch, 0, jsonb_array_length(s.chunks) - 1, e.step_count, s.chunks
      from ended e, lateral (
        select case when e.step_count = 0 and not exists (select 1 from stream_log l where l.run_id = e.id)
            then ${json(["start"])} else '[]'::jsonb end
          || coalesce(jsonb_agg(jsonb_build_object('type', 'data-call', 'id', c.id)), '[]'::jsonb)
          || ${json([{ type: "abort" }])} as chunks
        from stopped c) s
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("approval.decided")}, ${text(request.by.id)}, a.conversation_id, a.run_id, a.call_id, a.id, a.status,
        jsonb_build_object('decision', 'cancel', 'channel', ${text(request.channel)}::text)
      from cancelled a
      union all
      select ${auditType("call.ended")}, ${text(request.by.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name)
      from stopped c where c.id not in (select call_id from cancelled)
      union all
      select ${auditType("run.state")}, ${text(request.by.id)}, e.conversation_id, e.id, null, null, e.state, null from ended e
    )
    select id from ended`);
  return { epoch: run.epoch + 1 };
}

/** After the commit: whoever works on it here or elsewhere stops, and readers look again. */
export function publishStop(services: RunServices, runId: string, epoch: number): void {
  services.working.fence(runId, epoch);
  services.events.publish([
    { kind: "fenced", runId, epoch },
    { kind: "recorded" },
    { kind: "stream", runId },
  ]);
}

export async function cancelRun(
  services: RunServices,
  request: { runId: string; by: Principal; channel: Channel },
): Promise<Run> {
  const stopped = await services.database.transaction(async (transaction) => {
    const sentence = "The answer was stopped here.";
    await keepAnswer(services, transaction, { runId: request.runId, epoch: null, sentence });
    return stopRun(transaction, request);
  });
  if (stopped === null) {
    const standing = await getRun(services.database, request.runId);
    throw new AppError("conflict", `The run is ${standing.state} already.`, { details: { run: standing } });
  }
  publishStop(services, request.runId, stopped.epoch);
  return getRun(services.database, request.runId);
}
