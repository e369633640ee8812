import type { UIMessageChunk } from "ai";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { type CallWithApproval, callWithApproval } from "./call-with-approval.ts";
import { callChunk, startChunk } from "./chunks.ts";
import { type Packed, unpack } from "./log-chunks.ts";
import type { StreamEntry } from "./run-streams.ts";

/** Where a reader is: it has everything up to this chunk. */
export type Cursor = { epoch: number; n: number };

export const isAfter = (entry: Cursor, cursor: Cursor): boolean =>
  entry.epoch > cursor.epoch || (entry.epoch === cursor.epoch && entry.n > cursor.n);

export type LogState = {
  epoch: number;
  resting: boolean;
  kept: boolean;
  /** What the run showed first is there, or is yet to come. */
  begins: boolean;
  lastSaved: Map<number, number>;
};

export async function readLogState(database: Executor, runId: string): Promise<LogState> {
  const [row] = await database.query<{
    epoch: number;
    resting: boolean;
    begins: boolean;
    saved: { epoch: number; last: number }[] | null;
  }>(sql`
    select r.epoch, (r.state <> 'running' and r.executing = 0) as resting,
      coalesce((select l.chunks->>0 = 'start' from stream_log l where l.run_id = r.id
        order by l.epoch, l.first limit 1), r.step_count = 0) as begins,
      (select jsonb_agg(jsonb_build_object('epoch', e.epoch, 'last', e.last))
        from (select epoch, max(last) as last from stream_log where run_id = r.id group by epoch) e) as saved
    from runs r where r.id = ${text(runId)}`);
  if (!row) throw new AppError("not_found", "There is no such run.");
  const lastSaved = new Map((row.saved ?? []).map((each) => [each.epoch, each.last]));
  const { epoch, resting, begins } = row;
  return { epoch, resting, kept: lastSaved.size > 0 || !resting, begins, lastSaved };
}

/** What the reader was shown last was never saved, and its instance is gone: nobody can go on from there. */
export const isLost = (cursor: Cursor, state: LogState): boolean =>
  cursor.epoch < state.epoch && (state.lastSaved.get(cursor.epoch) ?? -1) < cursor.n;

/** What the reader lacks was dropped while the run rested, and it has gone on since: only the conversation has it all. */
export const isDropped = (cursor: Cursor, state: LogState): boolean =>
  !state.begins && (cursor.epoch < Math.min(state.epoch, ...state.lastSaved.keys()) || isLost(cursor, state));

type Logged = {
  epoch: number;
  first: number;
  chunks: Packed[];
  id: string;
  assistant_message_id: string;
  started_at: Date;
};

/**
 * The saved chunks after the cursor (and before the epoch that memory has), what was left out filled in; last what the
 * run is doing, as far as that was said since.
 */
export async function readLog(
  database: Executor,
  runId: string,
  cursor: Cursor,
  before: number | null,
): Promise<StreamEntry[]> {
  const rows = await database.query<Logged>(sql`
    select l.epoch, l.first, l.chunks, r.id, r.assistant_message_id, r.started_at
    from stream_log l join runs r on r.id = l.run_id
    where l.run_id = ${text(runId)} and (l.epoch, l.last) >= (${integer(cursor.epoch)}, ${integer(cursor.n)})
      and l.epoch < ${integer(before ?? 2_147_483_647)}
    order by l.epoch, l.first`);
  const entries: StreamEntry[] = [];
  let at = cursor;
  for (const row of rows) {
    for (const [index, chunk] of unpack(row.chunks).entries()) {
      if (chunk.type === "data-status") {
        if (row === rows.at(-1)) entries.push({ ...at, chunk, transient: true });
        continue;
      }
      const entry = { epoch: row.epoch, n: row.first + index };
      if (!isAfter(entry, at)) continue;
      at = entry;
      entries.push({ ...entry, chunk: chunk.type === "start" ? startChunk(row) : chunk, transient: false });
    }
  }
  if (!entries.some(({ chunk }) => chunk.type === "data-call")) return entries;
  const calls = await loadCalls(database, runId);
  const byId = new Map(calls.map((each) => [each.call.id, each]));
  const byToolCallId = new Map(calls.map((each) => [each.call.tool_call_id, each]));
  return entries.map((entry) => ({ ...entry, chunk: filledIn(entry.chunk, byId, byToolCallId) }));
}

function filledIn(
  chunk: UIMessageChunk,
  byId: Map<string, CallWithApproval>,
  byToolCallId: Map<string | null, CallWithApproval>,
): UIMessageChunk {
  if (chunk.type === "tool-output-available") {
    return { ...chunk, output: byToolCallId.get(chunk.toolCallId)?.call.result ?? null };
  }
  if (chunk.type === "tool-input-available") {
    const call = byToolCallId.get(chunk.toolCallId)?.call;
    return { ...chunk, toolName: call?.tool_name ?? "", input: call ? JSON.parse(call.arguments) : null };
  }
  const call = chunk.type === "data-call" && typeof chunk.id === "string" ? byId.get(chunk.id) : undefined;
  return call ? callChunk(call) : chunk;
}

async function loadCalls(database: Executor, runId: string): Promise<CallWithApproval[]> {
  const rows = await database.query<{ each: CallWithApproval }>(
    sql`select ${callWithApproval} as each
      from runs r join calls c on c.conversation_id = r.conversation_id and c.run_id = r.id
        left join approvals a on a.call_id = c.id
      where r.id = ${text(runId)}`,
  );
  return rows.map((row) => row.each);
}
