import type { Executor } from "../db/client.ts";
import type { RunRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { isoTime, isoTimeOrNull, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { callView } from "./call-view.ts";
import { type CallWithApproval, callWithApproval } from "./call-with-approval.ts";
import { approvalOf } from "./chunks.ts";
import type { Run } from "./schema.ts";

type Found = {
  run: RunRow;
  steps: { index: number; finishReason: string | null }[] | null;
  calls: CallWithApproval[] | null;
};

const found = sql`
  select to_jsonb(r) as run,
    (select jsonb_agg(jsonb_build_object('index', s.index, 'finishReason', s.finish_reason) order by s.index)
      from steps s where s.conversation_id = r.conversation_id and s.run_id = r.id) as steps,
    (select jsonb_agg(${callWithApproval} order by c.step, c.position)
      from calls c left join approvals a on a.call_id = c.id
      where c.conversation_id = r.conversation_id and c.run_id = r.id) as calls
  from runs r`;

function runView(row: Found): Run {
  const calls = row.calls ?? [];
  return {
    id: row.run.id,
    conversationId: row.run.conversation_id,
    state: row.run.state,
    steps: row.steps ?? [],
    calls: calls.map((each) => callView(each.call, each.approval?.id ?? null)),
    approvals: calls.map(approvalOf).filter((approval) => approval !== null),
    error: row.run.error,
    startedAt: isoTime(row.run.started_at),
    endedAt: isoTimeOrNull(row.run.ended_at),
  };
}

export async function getRun(database: Executor, id: string): Promise<Run> {
  const [row] = await database.query<Found>(sql`${found} where r.id = ${text(id)}`);
  if (!row) throw new AppError("not_found", "There is no such run.");
  return runView(row);
}

export async function latestRun(database: Executor, conversationId: string): Promise<Run | null> {
  const [row] = await database.query<Found>(
    sql`${found} where r.conversation_id = ${text(conversationId)} order by r.started_at desc, r.id desc limit 1`,
  );
  return row ? runView(row) : null;
}
