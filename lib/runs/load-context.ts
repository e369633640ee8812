import type { Executor } from "../db/client.ts";
import type { CallRow, RunRow } from "../db/rows.ts";
import { type SQL, sql } from "../db/sql.ts";
import { integer, text } from "../db/value.ts";
import type { ToolSettingsRow } from "../tools/tool-settings.ts";
import { type CallWithApproval, callWithApproval } from "./call-with-approval.ts";
import { mostForModel } from "./output.ts";
import type { StepRow } from "./parts.ts";

export type HistoryOutput = { output: string | null; output_length: number | null };

/** A call as the model's history needs it: the output as text, no more of it than a model is given. */
export type HistoryCall = Pick<
  CallRow,
  | "id"
  | "run_id"
  | "step"
  | "position"
  | "tool_call_id"
  | "tool_name"
  | "arguments"
  | "arguments_digest"
  | "state"
  | "error"
  | "note"
> &
  HistoryOutput;

export type HistoryMessage = { role: "user" | "assistant"; text: string; run_id: string };

/** Where a run stands: all that its last step needs to come to its end. */
export type Standing = {
  run: RunRow;
  toolSettings: ToolSettingsRow[];
  /** The calls of the run's last step as they are stored, in the model's order. */
  lastStep: CallWithApproval[];
};

export type RunContext = Standing & {
  model: string | null;
  /** The tools that the conversation picked; null is all that are on. */
  tools: string[] | null;
  messages: HistoryMessage[];
  steps: StepRow[];
  calls: HistoryCall[];
};

export type HistoryRow = {
  model: string | null;
  tools: string[] | null;
  messages: HistoryMessage[] | null;
  steps: StepRow[] | null;
  calls: HistoryCall[] | null;
  tool_settings: ToolSettingsRow[] | null;
};

/** More than any model's window: beyond this only the count matters. */
const mostMessages = 4_000;

/** More of all outputs together than any window takes: of what is older than that, only the beginnings are read. */
const mostOutputs = 4_000_000;
const beginningOfOld = 500;

const outputUpTo = (most: SQL): SQL => sql`
  'output', left(c.result #>> '{}', ${most}), 'output_length', length(c.result #>> '{}')`;

/** Made by the database alone: a model that is asked again later reads the same letters. */
export const historyOutput: SQL = sql`jsonb_build_object(${outputUpTo(integer(mostForModel))})`;

const historyCall: SQL = sql`json_build_object(
  'id', c.id, 'run_id', c.run_id, 'step', c.step, 'position', c.position, 'tool_call_id', c.tool_call_id,
  'tool_name', c.tool_name, 'arguments', c.arguments, 'arguments_digest', c.arguments_digest, 'state', c.state,
  'error', c.error, 'note', c.note, ${outputUpTo(sql`case when c.outputs_until_here > ${integer(mostOutputs)}
    then ${integer(beginningOfOld)} else ${integer(mostForModel)} end`)})`;

/**
 * What the model is told of a conversation, where `v` is its row. As `json`, which is written as it is read: `jsonb`
 * would sort every key of a long history first.
 */
export const historyOf: SQL = sql`v.model, v.tools,
  (select json_agg(json_build_object('role', m.role, 'text', m.text, 'run_id', m.run_id) order by m.sequence)
    from (select * from messages where conversation_id = v.id order by sequence desc limit ${integer(mostMessages)}) m) as messages,
  (select json_agg(json_build_object('run_id', s.run_id, 'index', s.index, 'parts', s.parts, 'cut_off', s.cut_off, 'notices', s.notices) order by s.run_id, s.index)
    from steps s where s.conversation_id = v.id) as steps,
  (select json_agg(${historyCall} order by c.run_id, c.step, c.position)
    from (select calls.*, sum(least(length(result #>> '{}'), ${integer(mostForModel)}))
      over (order by requested_at desc, step desc, position desc) as outputs_until_here
      from calls where conversation_id = v.id) c) as calls,
  (select json_agg(to_json(t)) from tool_settings t) as tool_settings`;

export const contextOf = (run: RunRow, row: HistoryRow, lastStep: CallWithApproval[]): RunContext => ({
  run,
  model: row.model,
  tools: row.tools,
  messages: row.messages ?? [],
  steps: row.steps ?? [],
  calls: row.calls ?? [],
  toolSettings: row.tool_settings ?? [],
  lastStep,
});

/** Everything that the next step needs, in one statement: the history is read from the tables, never from a client. */
export async function loadContext(
  database: Executor,
  runId: string,
  epoch: number,
): Promise<RunContext | null> {
  const [row] = await database.query<HistoryRow & { run: RunRow; last_step: CallWithApproval[] | null }>(sql`
    select to_jsonb(r) as run, ${historyOf},
      (select jsonb_agg(${callWithApproval} order by c.position)
        from calls c left join approvals a on a.call_id = c.id
        where c.conversation_id = r.conversation_id and c.run_id = r.id and c.step = r.step_count - 1) as last_step
    from runs r join conversations v on v.id = r.conversation_id
    where r.id = ${text(runId)} and r.epoch = ${integer(epoch)}`);
  return row ? contextOf(row.run, row, row.last_step ?? []) : null;
}
