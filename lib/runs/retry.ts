import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { driveRun } from "./drive.ts";
import { getRun } from "./get-run.ts";
import type { Run } from "./schema.ts";
import type { RunServices } from "./services.ts";
import { tooManyRuns } from "./too-many-runs.ts";

/** A failed run goes on, with the same id and everything that is finished: the model call is repeated, no tool is. */
export async function retryRun(
  services: RunServices,
  request: { runId: string; by: Principal; maximumRuns?: number },
): Promise<Run> {
  if (services.working.count() >= (request.maximumRuns ?? Number.POSITIVE_INFINITY)) throw tooManyRuns();
  const retried = await services.working.hold(async () => {
    const row = await services.database.transaction((transaction) => takeUp(services, transaction, request));
    if (!row) return false;
    services.events.publish([{ kind: "recorded" }]);
    driveRun(services, { runId: request.runId, conversationId: row.conversation_id, epoch: row.epoch });
    return true;
  });
  if (!retried) {
    const standing = await getRun(services.database, request.runId);
    const message =
      standing.state === "failed"
        ? "A later message went on from here: send a new one."
        : `The run is ${standing.state}: only a failed one can be retried.`;
    throw new AppError("conflict", message, { details: { run: standing } });
  }
  return getRun(services.database, request.runId);
}

/**
 * The run and then its conversation are locked in a statement of their own: a message that is being sent holds the
 * conversation, and the run that it starts is seen only by a statement that begins afterwards.
 */
async function takeUp(
  { instanceId }: RunServices,
  transaction: Executor,
  { runId, by }: { runId: string; by: Principal },
): Promise<{ conversation_id: string; epoch: number } | undefined> {
  await transaction.query(sql`
    with run as (select r.conversation_id from runs r where r.id = ${text(runId)} for update)
    select c.id from conversations c join run on run.conversation_id = c.id for update of c`);
  const [row] = await transaction.query<{ conversation_id: string; epoch: number }>(sql`
    with moved as (
      update runs r set state = 'running', owner = ${text(instanceId)}, epoch = r.epoch + 1, error = null, ended_at = null
      from conversations c
      where r.id = ${text(runId)} and r.state = 'failed' and c.id = r.conversation_id and c.deleted_at is null
        and not exists (select 1 from runs o where o.conversation_id = c.id and o.started_at > r.started_at)
      returning r.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("run.state")}, ${text(by.id)}, m.conversation_id, m.id, null, null, m.state, null from moved m
    )
    select conversation_id, epoch from moved`);
  return row;
}
