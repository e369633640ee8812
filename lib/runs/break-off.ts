import type { UIMessageChunk } from "ai";
import { interruptedSentence } from "../approvals/not-run.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { log } from "../log.ts";
import { fenced } from "./fenced.ts";
import { keepAnswer } from "./keep-answer.ts";
import type { Claim, RunServices } from "./services.ts";

const error = {
  code: "internal",
  message: "Something went wrong inside Countersign. Nothing before it is lost; Retry goes on.",
};
const notStarted = "Not run: something went wrong inside Countersign before the call started.";

/**
 * Something broke that nobody foresaw. The words that were shown are kept; if that is what breaks, the run fails
 * without them.
 */
export async function breakOff(services: RunServices, claim: Claim): Promise<void> {
  const sentence = "The answer was cut off here.";
  try {
    await services.database.transaction(async (transaction) => {
      await keepAnswer(services, transaction, { runId: claim.runId, epoch: claim.epoch, sentence });
      await failRun(transaction, services.instanceId, claim);
    });
  } catch (cause) {
    log.warn({ error: String(cause), run: claim.runId }, "the words of a run that broke off are lost");
    await failRun(services.database, services.instanceId, claim);
  }
  services.events.publish([{ kind: "recorded" }, { kind: "stream", runId: claim.runId }]);
}

/**
 * What was claimed has an unknown outcome, what needed no approval is not run. The run fails; or, where people are
 * still being asked, it goes on waiting for them.
 */
async function failRun(database: Executor, instanceId: string, claim: Claim): Promise<void> {
  const chunks: UIMessageChunk[] = [{ type: "error", errorText: error.message }];
  await database.query(sql`
    with ${fenced(claim, instanceId)},
    stopped as (
      update calls c
      set state = case when c.state = 'executing' then 'interrupted' else 'cancelled' end,
        error = case when c.state = 'executing' then ${text(interruptedSentence)} else ${text(notStarted)} end,
        ended_at = now()
      from run where c.conversation_id = run.conversation_id and c.run_id = run.id and c.state in ('allowed', 'executing') returning c.*
    ),
    counted as (
      select count(*)::int as n from stopped c where not exists (select 1 from approvals a where a.call_id = c.id)
    ),
    moved as (
      update runs r
      set open = r.open - n.n, executing = 0, owner = null, epoch = r.epoch + 1,
        state = case when r.open > n.n then r.state else 'failed' end,
        error = case when r.open > n.n then null else ${json(error)} end,
        ended_at = case when r.open > n.n then null else now() end
      from run, counted n where r.id = run.id returning r.*
    ),
    logged as (
      insert into stream_log (run_id, epoch, first, last, step, chunks)
      select m.id, m.epoch, 0, 0, m.step_count, ${json(chunks)} from moved m where m.state = 'failed'
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("call.ended")}, ${text(system.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name)
      from stopped c
      union all
      select ${auditType("run.state")}, ${text(system.id)}, m.conversation_id, m.id, null, null, m.state, m.error from moved m
    )
    select id from moved`);
}
