import { auditColumns, auditType } from "../audit/append.ts";
import { clock } from "../audit/vocabulary.ts";
import type { Principal } from "../auth/principal.ts";
import type { ApprovalRow, CallRow, DecisionRow, RunRow, ToolSettingsRow } from "../db/rows.ts";
import { type SQL, sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { declinedSentence, expiredSentence, rejectedSentence, unansweredSentence } from "./not-run.ts";
import type { Channel } from "./schema.ts";
import type { ApprovalServices } from "./services.ts";

export type Answer = {
  approvalId: string;
  /** `expire` is the clock's: it takes only an approval whose deadline has passed. `cancel`: nobody is there any more. */
  decision: "approve" | "reject" | "answer" | "expire" | "cancel";
  reason?: string | null;
  answers?: string[][] | null;
  argumentsDigest?: string | null;
};

export type Answered = {
  approval: ApprovalRow;
  call: CallRow;
  decision: DecisionRow;
  run: RunRow | null;
  /** It has no siblings. Those of others may have been answered after this statement began to look. */
  only: boolean;
  settings: ToolSettingsRow | null;
};

export type Answering = Pick<ApprovalServices, "database" | "instanceId">;

const statusOf = {
  approve: "approved",
  reject: "rejected",
  answer: "approved",
  expire: "expired",
  cancel: "cancelled",
} as const;

const given = ({
  approvalId,
  decision,
  reason = null,
  answers = null,
  argumentsDigest = null,
}: Answer): SQL => sql`(
  ${text(approvalId)}, ${text(decision)}, ${text(statusOf[decision])}, ${text(reason)},
  ${answers === null ? sql`null::jsonb` : json(answers)}, ${text(argumentsDigest)},
  ${text(decision === "reject" ? rejectedSentence(reason) : null)},
  ${text(decision === "reject" ? declinedSentence(reason) : null)})`;

/**
 * The one door: every answer to an approval, whoever gives it, is this one statement. It locks the run first, takes the
 * approval only while it is pending, expires it where the answer comes too late, subtracts from the run's open calls,
 * and whoever brings those to 0 takes the run, here, once. A call that its client was asked about is from now on
 * bound to this instance, where whoever gave the answer is connected; one that is over is nobody's, and no sweep reads it.
 *
 * Several answers, each to another approval, are all of one run: one lock, in one order. What was not taken is not in
 * what comes back.
 */
export async function answer(
  services: Answering,
  by: Principal,
  channel: Channel,
  answers: Answer[],
): Promise<Answered[]> {
  // The clock comes again: one run that somebody holds does not keep the deadlines of all others waiting.
  const passingBy = channel === "clock" ? sql`skip locked` : sql``;
  return services.database.query<Answered>(sql`
    with given (id, decision, status, reason, answers, digest, rejected, declined) as (
      values ${sql.join(answers.map(given), sql`, `)}
    ),
    target as (select a.id, a.run_id from given g join approvals a on a.id = g.id),
    locked as (
      select r.id from runs r where r.id in (select t.run_id from target t) for update of r ${passingBy}
    ),
    decided as (
      update approvals a
      set status = case when a.expires_at <= now() then 'expired' else g.status end
      from given g join target t on t.id = g.id left join locked l on l.id = t.run_id
      where a.id = g.id and a.status = 'pending' and (t.run_id is null or l.id is not null)
        and (g.status <> 'expired' or a.expires_at <= now())
        and (g.decision not in ('approve', 'answer')
          or a.kind = case g.decision when 'answer' then 'question' else 'approval' end)
        and (${text(channel)} = 'clock' or (a.asked_of = 'client') = (${text(channel)} = 'mcp'))
        and (g.digest is null or exists (
          select 1 from calls c where c.id = a.call_id and c.arguments_digest = g.digest))
      returning a.*
    ),
    answered as (
      insert into decisions (approval_id, by_id, by_name, decision, reason, answers, channel, arguments_digest)
      select d.id,
        case when d.status = 'expired' then ${text(clock.id)} else ${text(by.id)} end,
        case when d.status = 'expired' then ${text(clock.name)} else ${text(by.name)} end,
        case when d.status = 'expired' then 'expire' else g.decision end,
        case when d.status = 'expired' then null else g.reason end,
        case when d.status = 'expired' then null else g.answers end,
        case when d.status = 'expired' then 'clock' else ${text(channel)} end, c.arguments_digest
      from decided d join given g on g.id = d.id join calls c on c.id = d.call_id returning *
    ),
    called as (
      update calls c
      set state = d.status,
        ended_at = case when d.status = 'approved' then null else now() end,
        owner = case when d.status = 'approved'
          then case when d.asked_of = 'client' then ${text(services.instanceId)} else c.owner end end,
        note = case when d.status = 'approved' then g.reason end,
        error = case d.status
          when 'rejected' then case d.kind when 'question' then g.declined else g.rejected end
          when 'cancelled' then ${text(unansweredSentence)}
          when 'expired' then ${text(expiredSentence)} end
      from decided d join given g on g.id = d.id
      where c.id = d.call_id and c.state = 'pending'
      returning c.*
    ),
    counted as (select c.run_id, count(*)::int as n from called c group by c.run_id),
    moved as (
      update runs r
      set open = r.open - n.n,
        state = case when r.open = n.n then 'running' else r.state end,
        owner = case when r.open = n.n then ${text(services.instanceId)} else r.owner end,
        epoch = case when r.open = n.n then r.epoch + 1 else r.epoch end
      from counted n where r.id = n.run_id and r.state = 'waiting'
      returning r.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("approval.decided")}, n.by_id, d.conversation_id, d.run_id, d.call_id, d.id, d.status,
        jsonb_strip_nulls(jsonb_build_object(
          'decision', n.decision, 'reason', n.reason, 'answers', n.answers, 'channel', n.channel))
      from decided d join answered n on n.approval_id = d.id
      union all
      select ${auditType("run.state")}, case when exists (select 1 from decided d where d.status <> 'expired')
          then ${text(by.id)} else ${text(clock.id)} end,
        m.conversation_id, m.id, null, null, m.state, null
      from moved m where m.open = 0
    )
    select to_jsonb(d) as approval, to_jsonb(c) as call, to_jsonb(n) as decision, to_jsonb(m) as run,
      not exists (select 1 from calls o where o.conversation_id = c.conversation_id and o.run_id = c.run_id
        and o.step = c.step and o.id <> c.id) as only,
      (select to_jsonb(t) from tool_settings t where t.tool_name = c.tool_name) as settings
    from decided d
      join called c on c.id = d.call_id
      join answered n on n.approval_id = d.id
      left join moved m on m.id = d.run_id`);
}

/** After the commit. A run that the last of its answers set going is taken on, here, once. */
export function publish(services: ApprovalServices, answered: Answered[]): void {
  const [first] = answered;
  if (!first) return;
  services.events.publish([{ kind: "recorded" }]);
  for (const { call } of answered) {
    if (call.run_id !== null) continue;
    services.events.publish([{ kind: "call", callId: call.id }]);
    if (call.state === "approved") services.events.takeCall(call.id);
  }
  const { run, call, approval, decision, only, settings } = first;
  if (run?.open !== 0) return;
  services.events.take({
    runId: run.id,
    conversationId: run.conversation_id,
    epoch: run.epoch,
    only: only
      ? { run, call, approval, decisions: [decision], toolSettings: settings ? [settings] : [] }
      : null,
  });
}
