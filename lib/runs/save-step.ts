import { defaultQuestion } from "../approvals/default-question.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import type { ApprovalRow, CallRow, RunRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { integer, json, text } from "../db/value.ts";
import type { CallWithApproval } from "./call-with-approval.ts";
import { askedChunks } from "./chunks.ts";
import { isOurs } from "./fenced.ts";
import type { PlannedCall } from "./judge-calls.ts";
import { logInsert } from "./log-chunks.ts";
import { type Notice, type StepPart, wordsOf } from "./parts.ts";
import type { RunStream } from "./run-streams.ts";
import type { Claim, RunServices } from "./services.ts";
import { FencedError } from "./working-runs.ts";

export type StepToSave = {
  index: number;
  parts: StepPart[];
  calls: PlannedCall[];
  finishReason: string | null;
  cutOff: boolean;
  notices: Notice[];
  workingMilliseconds: number;
};

/**
 * The step's words, its calls with their verdicts and the questions, in one transaction, before any of it is shown or
 * run. A run in which something asks waits from here on.
 */
export async function saveStep(
  services: RunServices,
  claim: Claim,
  stream: RunStream,
  step: StepToSave,
): Promise<{ run: RunRow; calls: CallWithApproval[] }> {
  const allowed = step.calls.filter((call) => call.state === "allowed").length;
  const asking = step.calls.filter((call) => call.state === "pending").length;
  const planned = step.calls.map((call) => plannedForLog(claim, call));
  const chunksBefore = planned.flatMap(askedChunks);
  const [row] = await services.database.query<{
    run: RunRow;
    calls: CallRow[] | null;
    approvals: ApprovalRow[] | null;
  }>(sql`
    with run as (
      update runs
      set step_count = step_count + 1,
        open = ${integer(allowed + asking)},
        executing = ${integer(allowed)},
        state = ${text(asking > 0 ? "waiting" : "running")},
        owner = case when ${integer(asking)} > 0 and ${integer(allowed)} = 0 then null else owner end,
        working_milliseconds = working_milliseconds + ${integer(step.workingMilliseconds)}
      where ${isOurs(claim, services.instanceId)} returning *
    ),
    asked as (
      select * from jsonb_to_recordset(${json(step.calls.map(withoutDefaults))}) as j(
        id text, position int, tool_call_id text, tool jsonb, tool_name text, arguments text, arguments_digest text,
        state text, because jsonb, ground text, tool_fingerprint text, error text, approval jsonb)
    ),
    step as (
      insert into steps (run_id, index, conversation_id, parts, text, finish_reason, cut_off, notices)
      select run.id, ${integer(step.index)}, run.conversation_id, ${json(step.parts)}, ${text(wordsOf(step.parts))},
        ${text(step.finishReason)}, ${step.cutOff}::boolean, ${json(step.notices)}
      from run
    ),
    new_calls as (
      insert into calls (id, run_id, conversation_id, step, position, tool_call_id, tool, tool_name, arguments,
        arguments_digest, state, because, ground, tool_fingerprint, error, ended_at)
      select j.id, run.id, run.conversation_id, ${integer(step.index)}, j.position, j.tool_call_id, j.tool, j.tool_name,
        j.arguments, j.arguments_digest, j.state, j.because, j.ground, j.tool_fingerprint, j.error,
        case when j.state = 'denied' then now() end
      from run, asked j returning *
    ),
    new_approvals as (
      insert into approvals (id, call_id, run_id, conversation_id, kind, tool_name, risk, prompt, preview, status, expires_at)
      select j.approval->>'id', j.id, run.id, run.conversation_id, j.approval->>'kind', j.tool_name, j.tool->>'risk', j.approval->>'prompt',
        nullif(j.approval->'preview', 'null'::jsonb), 'pending',
        case when (j.approval->>'timeoutSeconds')::int > 0
          then now() + make_interval(secs => (j.approval->>'timeoutSeconds')::int) end
      from run, asked j where j.state = 'pending' returning *
    ),
    logged as (${logInsert(stream, step.index, chunksBefore, "run")}),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("approval.requested")}, ${text(system.id)}, a.conversation_id, a.run_id, a.call_id, a.id, a.status,
        jsonb_build_object('tool', a.tool_name)
      from new_approvals a
      union all
      select ${auditType("call.denied")}, ${text(system.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name, 'because', c.because)
      from new_calls c where c.state = 'denied'
      union all
      select ${auditType("run.state")}, ${text(system.id)}, m.conversation_id, m.id, null, null, m.state, null
      from run m where m.state = 'waiting'
    )
    select to_jsonb(m) as run,
      (select jsonb_agg(to_jsonb(c) order by c.position) from new_calls c) as calls,
      (select jsonb_agg(to_jsonb(a)) from new_approvals a) as approvals
    from run m`);
  if (!row) throw new FencedError();
  const approvals = new Map((row.approvals ?? []).map((approval) => [approval.call_id, approval]));
  const calls = (row.calls ?? []).map((call) => ({
    call,
    approval: approvals.get(call.id) ?? null,
    decisions: [],
  }));
  services.streams.show(stream, calls.flatMap(askedChunks));
  stream.saved = stream.next;
  stream.answering = null;
  if (asking > 0) services.events.publish([{ kind: "recorded" }]);
  services.events.publish([{ kind: "stream", runId: claim.runId }]);
  return { run: row.run, calls };
}

function withoutDefaults(call: PlannedCall) {
  if (!call.approval || call.approval.prompt !== defaultQuestion(call)) return call;
  return { ...call, approval: { ...call.approval, prompt: null } };
}

/** Only how many chunks there will be and of what kind: the log keeps no copy of a call. */
function plannedForLog(claim: Claim, planned: PlannedCall): CallWithApproval {
  const at = new Date().toISOString();
  const { approval, ...call } = planned;
  const row: CallRow = {
    ...call,
    run_id: claim.runId,
    conversation_id: claim.conversationId,
    step: null,
    result: null,
    note: null,
    caller: null,
    owner: null,
    epoch: 0,
    open_key: null,
    requested_at: at,
    started_at: null,
    ended_at: null,
  };
  if (!approval) return { call: row, approval: null, decisions: [] };
  const asked: ApprovalRow = {
    id: approval.id,
    call_id: call.id,
    run_id: claim.runId,
    conversation_id: claim.conversationId,
    kind: approval.kind,
    asked_of: "app",
    tool_name: call.tool_name,
    risk: call.tool.risk,
    prompt: approval.prompt,
    preview: approval.preview,
    status: "pending",
    required: 1,
    requested_at: at,
    expires_at: null,
  };
  return { call: row, approval: asked, decisions: [] };
}
