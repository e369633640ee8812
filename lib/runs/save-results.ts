import type { UIMessageChunk } from "ai";
import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import type { CallRow, RunRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { integer, json, text } from "../db/value.ts";
import { isOurs } from "./fenced.ts";
import { type HistoryOutput, historyOutput } from "./load-context.ts";
import { logInsert } from "./log-chunks.ts";
import type { RunStream } from "./run-streams.ts";
import type { Claim, RunServices } from "./services.ts";
import { FencedError } from "./working-runs.ts";

export type Outcome = {
  id: string;
  state: "succeeded" | "failed" | "interrupted" | "denied";
  result: unknown;
  error: string | null;
  /** The call was counted in `runs.open`: it needed no approval. */
  counted: boolean;
};

export type EndedCall = CallRow & HistoryOutput;

/**
 * Saves what calls brought. One that needed no approval counts as open until here: if it was the last of its step and
 * everything else is answered, the run goes on, here, under a new epoch.
 */
export async function saveResults(
  services: RunServices,
  claim: Claim,
  stream: RunStream,
  step: number,
  outcomes: Outcome[],
  chunks: UIMessageChunk[],
  workingMilliseconds: number,
): Promise<{ run: RunRow; calls: EndedCall[] }> {
  const counted = outcomes.filter((outcome) => outcome.counted).length;
  const [row] = await services.database.query<{ run: RunRow; calls: EndedCall[] | null }>(sql`
    with run as (
      update runs
      set open = open - ${integer(counted)},
        executing = executing - ${integer(counted)},
        working_milliseconds = working_milliseconds + ${integer(workingMilliseconds)},
        state = case when open = ${integer(counted)} then 'running' else state end,
        owner = case when open > ${integer(counted)} and executing = ${integer(counted)} then null else owner end,
        epoch = case when state = 'waiting' and open = ${integer(counted)} then epoch + 1 else epoch end
      where ${isOurs(claim, services.instanceId)} returning *
    ),
    ended as (
      update calls c
      set state = j.state, result = j.result, error = j.error, ended_at = now()
      from run, jsonb_to_recordset(${json(outcomes)}) as j(id text, state text, result jsonb, error text)
      where c.id = j.id and c.run_id = run.id and c.state = 'executing'
      returning c.*
    ),
    logged as (${logInsert(stream, step, chunks, "run")}),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("call.ended")}, ${text(system.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name)
      from ended c
      union all
      select ${auditType("run.state")}, ${text(system.id)}, m.conversation_id, m.id, null, null, m.state, null
      from run m where m.epoch > ${integer(claim.epoch)}
    )
    select to_jsonb(m) as run, (select jsonb_agg(to_jsonb(c) || ${historyOutput}) from ended c) as calls from run m`);
  if (!row) {
    const late = outcomes.filter((outcome) => outcome.state !== "interrupted");
    if (late.length > 0) await recordLate(services, claim, late);
    throw new FencedError();
  }
  // In the order in which their chunks were logged: a reader may go on in the log from what it saw in memory.
  const order = new Map(outcomes.map((outcome, index) => [outcome.id, index]));
  const calls = (row.calls ?? []).sort((one, next) => (order.get(one.id) ?? 0) - (order.get(next.id) ?? 0));
  return { run: row.run, calls };
}

/** The call was declared interrupted meanwhile: what it brought is on record, and changes nothing. */
export async function recordLate(
  services: RunServices,
  claim: Claim,
  outcomes: Pick<Outcome, "id" | "state" | "error">[],
): Promise<void> {
  await services.database.query(sql`
    insert into ${auditColumns}
    select ${auditType("call.late_result")}, ${text(system.id)}, ${text(claim.conversationId)}, ${text(claim.runId)}, j.id, null,
      j.state, jsonb_build_object('error', j.error)
    from jsonb_to_recordset(${json(outcomes)}) as j(id text, state text, error text)`);
}
