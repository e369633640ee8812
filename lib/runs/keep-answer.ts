import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, json, text } from "../db/value.ts";
import { noticeChunk, noticeId } from "./chunks.ts";
import { logInsert } from "./log-chunks.ts";
import { nothingSaid, type PartialAnswer, partialFromLog, partialFromStream } from "./partial-answer.ts";
import { type Notice, wordsOf } from "./parts.ts";
import type { RunStream } from "./run-streams.ts";
import type { RunServices } from "./services.ts";

type AnsweringRun = { id: string; epoch: number; step_count: number; conversation_id: string };

/**
 * What a run that is about to be stopped, or broke off, had said of its answer stays, marked as cut off: from memory
 * where it is driven here, which knows the last words, too; else from the log. The run is locked for the rest of the
 * transaction.
 */
export async function keepAnswer(
  services: RunServices,
  transaction: Executor,
  { runId, epoch, sentence }: { runId: string; epoch: number | null; sentence: string },
): Promise<void> {
  const [run] = await transaction.query<AnsweringRun>(sql`
    select id, epoch, step_count, conversation_id from runs
    where id = ${text(runId)} and state = 'running' and ${epoch === null ? sql`true` : sql`epoch = ${integer(epoch)}`}
    for update`);
  if (!run) return;
  const found = services.streams.find(run.id);
  const stream = found?.epoch === run.epoch ? found : undefined;
  const { parts, notices } = stream ? partialFromMemory(stream, run) : await partialFromLog(transaction, run);
  const notice: Notice = { kind: "cut-off", text: sentence };
  const chunks =
    parts.length > 0 ? [noticeChunk(notice, noticeId(run.id, run.step_count, notices.length))] : [];
  if (stream) {
    await transaction.query(logInsert(stream, run.step_count, chunks, "(select 1) as one"));
  }
  if (parts.length === 0) return;
  await transaction.query(sql`
    with kept as (
      insert into steps (run_id, index, conversation_id, parts, text, cut_off, notices)
      values (${text(run.id)}, ${integer(run.step_count)}, ${text(run.conversation_id)}, ${json(parts)},
        ${text(wordsOf(parts))}, true, ${json([...notices, notice])})
      returning run_id
    )
    update runs r set step_count = r.step_count + 1 from kept where r.id = kept.run_id`);
}

/** Nothing when the step was saved at this very moment: its words are kept already. */
const partialFromMemory = (stream: RunStream, run: AnsweringRun): PartialAnswer =>
  stream.answering?.step === run.step_count ? partialFromStream(stream) : nothingSaid;
