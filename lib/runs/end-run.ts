import type { UIMessageChunk } from "ai";
import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import { newId } from "../db/new-id.ts";
import { type SQL, sql } from "../db/sql.ts";
import { integer, json, text } from "../db/value.ts";
import { isOurs } from "./fenced.ts";
import { logInsert } from "./log-chunks.ts";
import { type Notice, type StepPart, wordsOf } from "./parts.ts";
import type { RunStream } from "./run-streams.ts";
import type { Claim, RunServices } from "./services.ts";
import { FencedError } from "./working-runs.ts";

export type LastStep = {
  index: number;
  parts: StepPart[];
  finishReason: string | null;
  cutOff: boolean;
  notices: Notice[];
};

export type RunEnding = {
  state: "completed" | "failed";
  error: { code: string; message: string } | null;
  /** Null when the model said nothing before it failed. */
  step: LastStep | null;
  workingMilliseconds: number;
  /** What readers are shown once it is so. */
  chunks: UIMessageChunk[];
};

/**
 * Ends the run with its last words. A run that completes sends the text that was queued while it went on in the same
 * transaction, as the next message with a run of its own; one that fails leaves it unsent, for its person to send. A text
 * that comes at this very moment is read by the lock: a condition beside it would pass it over.
 */
export async function endRun(
  services: RunServices,
  claim: Claim,
  stream: RunStream,
  ending: RunEnding,
): Promise<Claim | null> {
  const next = { runId: newId(), userMessageId: newId(), assistantMessageId: newId() };
  const [row] = await services.database.query<{ ended: string; next: string | null }>(sql`
    with run as (
      update runs
      set state = ${text(ending.state)}, owner = null, ended_at = now(), open = 0, executing = 0,
        error = ${ending.error ? json(ending.error) : sql`null`},
        step_count = step_count + ${integer(ending.step ? 1 : 0)},
        working_milliseconds = working_milliseconds + ${integer(ending.workingMilliseconds)}
      where ${isOurs(claim, services.instanceId)} returning *
    ),
    queued as (
      select c.id, c.queued_text as text, c.queued_at from conversations c join run on run.conversation_id = c.id
      for update of c
    ),
    ${ending.step ? sql`step as (${stepInsert(ending.step)}),` : sql``}
    next_run as (
      insert into runs (id, conversation_id, assistant_message_id, state, owner)
      select ${text(next.runId)}, q.id, ${text(next.assistantMessageId)}, 'running', ${text(services.instanceId)}
      from run e join queued q on q.id = e.conversation_id
      where e.state = 'completed' and q.queued_at >= e.started_at returning *
    ),
    next_messages as (
      insert into messages (id, conversation_id, role, run_id, text)
      select v.id, n.conversation_id, v.role, n.id, v.text
      from next_run n, queued q,
        lateral (values (1, ${text(next.userMessageId)}, 'user', q.text), (2, ${text(next.assistantMessageId)}, 'assistant', '')) as v(place, id, role, text)
      order by v.place
    ),
    conversation as (
      update conversations c set updated_at = now(), queued_text = null, queued_at = null
      from next_run n where c.id = n.conversation_id
    ),
    logged as (${logInsert(stream, ending.step?.index ?? 0, ending.chunks, "run")}),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("run.state")}, ${text(system.id)}, e.conversation_id, e.id, null, null, e.state, e.error from run e
      union all
      select ${auditType("run.state")}, ${text(system.id)}, n.conversation_id, n.id, null, null, n.state, null from next_run n
    )
    select e.id as ended, (select n.id from next_run n) as next from run e`);
  if (!row) throw new FencedError();
  services.streams.show(stream, ending.chunks);
  stream.saved = stream.next;
  stream.answering = null;
  services.events.publish([{ kind: "recorded" }, { kind: "stream", runId: claim.runId }]);
  return row.next ? { runId: row.next, conversationId: claim.conversationId, epoch: 1 } : null;
}

const stepInsert = (step: LastStep): SQL => sql`
  insert into steps (run_id, index, conversation_id, parts, text, finish_reason, cut_off, notices)
  select run.id, ${integer(step.index)}, run.conversation_id, ${json(step.parts)}, ${text(wordsOf(step.parts))},
    ${text(step.finishReason)}, ${step.cutOff}::boolean, ${json(step.notices)}
  from run`;
