import { auditColumns, auditType } from "../audit/append.ts";
import { clock } from "../audit/vocabulary.ts";
import type { Principal } from "../auth/principal.ts";
import type { ApprovalRow, CallRow, DecisionRow, RunRow, ToolSettingsRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { misfitOf, readQuestions } from "../policy/questions.ts";
import { approvalView } from "./approval-view.ts";
import { getApproval } from "./list.ts";
import { declinedSentence, expiredSentence, rejectedSentence, unansweredSentence } from "./not-run.ts";
import { expired, refusal } from "./refusal.ts";
import type { Approval, Channel, DecisionInput } from "./schema.ts";
import type { ApprovalServices } from "./services.ts";

type Answer = {
  approvalId: string;
  by: Principal;
  channel: Channel;
  /** `expire` is the clock's: it takes only an approval whose deadline has passed. `cancel`: nobody is there any more. */
  decision: "approve" | "reject" | "answer" | "expire" | "cancel";
  reason: string | null;
  answers: string[][] | null;
  argumentsDigest: string | null;
};

type Answered = {
  approval: ApprovalRow;
  call: CallRow;
  decision: DecisionRow;
  run: RunRow | null;
  /** It has no siblings. Those of others may have been answered after this statement began to look. */
  only: boolean;
  settings: ToolSettingsRow | null;
};

type Answering = Pick<ApprovalServices, "database" | "instanceId">;

const statusOf = {
  approve: "approved",
  reject: "rejected",
  answer: "approved",
  expire: "expired",
  cancel: "cancelled",
} as const;

/**
 * The one door: every answer to an approval, whoever gives it, is this one statement. It locks the run first, takes the
 * approval only while it is pending, expires it where the answer comes too late, subtracts from the run's open calls,
 * and whoever brings those to 0 takes the run, here, once. A call that its client was asked about is from now on
 * bound to this instance, where whoever gave the answer is connected; one that is over is nobody's, and no sweep reads it.
 */
async function answer(services: Answering, input: Answer): Promise<Answered | null> {
  const status = statusOf[input.decision];
  // The clock comes again: one run that somebody holds does not keep the deadlines of all others waiting.
  const passingBy = input.decision === "expire" ? sql`skip locked` : sql``;
  const [row] = await services.database.query<Answered>(sql`
    with target as (select a.id, a.run_id from approvals a where a.id = ${text(input.approvalId)}),
    locked as (select r.id from runs r join target t on r.id = t.run_id for update of r ${passingBy}),
    decided as (
      update approvals a
      set status = case when a.expires_at <= now() then 'expired' else ${text(status)} end
      from target t left join locked l on l.id = t.run_id
      where a.id = t.id and a.status = 'pending' and (t.run_id is null or l.id is not null)
        and (${text(status)} <> 'expired' or a.expires_at <= now())
        and (${text(input.decision)} not in ('approve', 'answer')
          or a.kind = ${text(input.decision === "answer" ? "question" : "approval")})
        and (${text(input.channel)} = 'clock' or (a.asked_of = 'client') = (${text(input.channel)} = 'mcp'))
        and (${text(input.argumentsDigest)} is null or exists (
          select 1 from calls c where c.id = a.call_id and c.arguments_digest = ${text(input.argumentsDigest)}))
      returning a.*
    ),
    answered as (
      insert into decisions (approval_id, by_id, by_name, decision, reason, answers, channel, arguments_digest)
      select d.id,
        case when d.status = 'expired' then ${text(clock.id)} else ${text(input.by.id)} end,
        case when d.status = 'expired' then ${text(clock.name)} else ${text(input.by.name)} end,
        case when d.status = 'expired' then 'expire' else ${text(input.decision)} end,
        case when d.status = 'expired' then null else ${text(input.reason)} end,
        case when d.status = 'expired' then null else ${input.answers ? json(input.answers) : sql`null::jsonb`} end,
        case when d.status = 'expired' then 'clock' else ${text(input.channel)} end, c.arguments_digest
      from decided d join calls c on c.id = d.call_id returning *
    ),
    called as (
      update calls c
      set state = d.status,
        ended_at = case when d.status = 'approved' then null else now() end,
        owner = case when d.status = 'approved'
          then case when d.asked_of = 'client' then ${text(services.instanceId)} else c.owner end end,
        note = case when d.status = 'approved' then ${text(input.reason)} end,
        error = case d.status
          when 'rejected' then case d.kind when 'question' then ${text(declinedSentence(input.reason))}
            else ${text(rejectedSentence(input.reason))} end
          when 'cancelled' then ${text(unansweredSentence)}
          when 'expired' then ${text(expiredSentence)} end
      from decided d where c.id = d.call_id and c.state = 'pending'
      returning c.*
    ),
    moved as (
      update runs r
      set open = r.open - 1,
        state = case when r.open = 1 then 'running' else r.state end,
        owner = case when r.open = 1 then ${text(services.instanceId)} else r.owner end,
        epoch = case when r.open = 1 then r.epoch + 1 else r.epoch end
      from called c where r.id = c.run_id and r.state = 'waiting'
      returning r.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("approval.decided")}, n.by_id, d.conversation_id, d.run_id, d.call_id, d.id, d.status,
        jsonb_strip_nulls(jsonb_build_object(
          'decision', n.decision, 'reason', n.reason, 'answers', n.answers, 'channel', n.channel))
      from decided d join answered n on n.approval_id = d.id
      union all
      select ${auditType("run.state")}, n.by_id, m.conversation_id, m.id, null, null, m.state, null
      from moved m, answered n where m.open = 0
    )
    select to_jsonb(d) as approval, to_jsonb(c) as call, to_jsonb(n) as decision, to_jsonb(m) as run,
      not exists (select 1 from calls o where o.conversation_id = c.conversation_id and o.run_id = c.run_id
        and o.step = c.step and o.id <> c.id) as only,
      (select to_jsonb(t) from tool_settings t where t.tool_name = c.tool_name) as settings
    from decided d
      join called c on c.id = d.call_id
      join answered n on n.approval_id = d.id
      left join moved m on m.id = d.run_id`);
  return row ?? null;
}

function publish(services: ApprovalServices, answered: Answered): void {
  const { run, call, approval, decision, settings } = answered;
  services.events.publish([{ kind: "recorded" }]);
  if (call.run_id === null) {
    services.events.publish([{ kind: "call", callId: call.id }]);
    if (call.state === "approved") services.events.takeCall(call.id);
  }
  if (run?.open !== 0) return;
  const toolSettings = settings ? [settings] : [];
  services.events.take({
    runId: run.id,
    conversationId: run.conversation_id,
    epoch: run.epoch,
    only: answered.only ? { run, call, approval, decisions: [decision], toolSettings } : null,
  });
}

export async function decide(
  services: ApprovalServices,
  request: { id: string; by: Principal; channel: Channel } & DecisionInput,
): Promise<Approval> {
  if (request.answers) await checkAnswers(services, request.id, request.answers);
  const answered = await answer(services, {
    approvalId: request.id,
    by: request.by,
    channel: request.channel,
    decision: request.decision,
    reason: request.reason?.trim() || null,
    answers: request.answers ?? null,
    argumentsDigest: request.argumentsDigest ?? null,
  });
  if (!answered) throw await refusal(services.database, request);
  publish(services, answered);
  const approval = approvalView(answered.approval, answered.call, [answered.decision]);
  if (approval.status === "expired") throw expired(approval);
  return approval;
}

/** Expires one approval whose deadline has passed; false when someone answered it first. */
export async function expire(services: ApprovalServices, id: string): Promise<boolean> {
  const answered = await answer(services, {
    approvalId: id,
    by: clock,
    channel: "clock",
    decision: "expire",
    reason: null,
    answers: null,
    argumentsDigest: null,
  });
  if (answered) publish(services, answered);
  return answered !== null;
}

/** Nobody can answer any more: the question is over, and the call is not run. False when it was answered before. */
export async function cancelQuestion(
  services: ApprovalServices,
  request: { id: string; by: Principal; channel: Channel },
): Promise<boolean> {
  const answered = await answer(services, {
    approvalId: request.id,
    by: request.by,
    channel: request.channel,
    decision: "cancel",
    reason: null,
    answers: null,
    argumentsDigest: null,
  });
  if (answered) publish(services, answered);
  return answered !== null;
}

/**
 * Rejects what is pending in a run that its caller, in the same transaction, goes on to stop: nothing is published
 * and nobody goes on with the run. Returns how many it rejected.
 */
export async function rejectPending(
  services: Answering,
  request: { conversationId: string; runId: string; by: Principal; channel: Channel; reason: string },
): Promise<number> {
  const pending = await services.database.query<{ id: string }>(
    sql`select id from approvals where conversation_id = ${text(request.conversationId)} and run_id = ${text(request.runId)}
      and status = 'pending' order by id`,
  );
  let rejected = 0;
  for (const { id } of pending) {
    const answered = await answer(services, {
      approvalId: id,
      by: request.by,
      channel: request.channel,
      decision: "reject",
      reason: request.reason,
      answers: null,
      argumentsDigest: null,
    });
    if (answered?.approval.status === "rejected") rejected += 1;
  }
  return rejected;
}

async function checkAnswers(services: ApprovalServices, id: string, answers: string[][]): Promise<void> {
  const { arguments: asked, kind } = await getApproval(services.database, id);
  const misfit = kind === "question" ? misfitOf(readQuestions(asked), answers) : null;
  if (misfit) throw new AppError("invalid", misfit, { field: "answers" });
}
