import type { z } from "zod";
import { listAskedInCalls } from "../approvals/list.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { integer, isoTime, json, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { type CallWithApproval, callWithApproval } from "../runs/call-with-approval.ts";
import { latestRun } from "../runs/get-run.ts";
import type { StepRow } from "../runs/parts.ts";
import { type MessageRow, messageView } from "./message-view.ts";
import type { ConversationDetail, messagesQuerySchema } from "./schema.ts";

/** A conversation at its last messages, or at those before a cursor: what it costs does not grow with the rest of it. */
export async function getConversation(
  database: Executor,
  id: string,
  query: z.infer<typeof messagesQuerySchema>,
): Promise<ConversationDetail> {
  const [[conversation], messages, run, asked] = await Promise.all([
    database.query<{
      id: string;
      title: string;
      mode: string;
      model: string | null;
      tools: string[] | null;
      queued_text: string | null;
      queued_at: Date | null;
    }>(
      sql`select id, title, mode, model, tools, queued_text, queued_at from conversations where id = ${text(id)} and deleted_at is null`,
    ),
    database.query<MessageRow>(sql`
      select id, sequence::float8 as sequence, role, run_id, text, created_at from messages
      where conversation_id = ${text(id)} and (${query.before ?? null}::float8 is null or sequence < ${query.before ?? null}::float8::bigint)
      order by messages.sequence desc limit ${integer(query.limit + 1)}`),
    latestRun(database, id),
    listAskedInCalls(database, id),
  ]);
  if (!conversation) throw new AppError("not_found", "There is no such conversation.");
  const page = messages.slice(0, query.limit).reverse();
  const { steps, calls } = await loadRuns(database, id, page);
  const stepsOf = Map.groupBy(steps, (step) => step.run_id);
  const callById = new Map(calls.map((each) => [each.call.id, each]));
  return {
    id: conversation.id,
    title: conversation.title,
    mode: conversation.mode,
    model: conversation.model,
    tools: conversation.tools,
    messages: page.map((message) => messageView(message, stepsOf.get(message.run_id) ?? [], callById)),
    previousCursor: messages.length > query.limit ? String(page[0]?.sequence) : null,
    run,
    approvals: [...(run?.approvals ?? []).filter((approval) => approval.status === "pending"), ...asked],
    queued:
      conversation.queued_text !== null && conversation.queued_at
        ? { text: conversation.queued_text, at: isoTime(conversation.queued_at) }
        : null,
  };
}

async function loadRuns(
  database: Executor,
  conversationId: string,
  page: MessageRow[],
): Promise<{ steps: StepRow[]; calls: CallWithApproval[] }> {
  const ids = new Set(page.filter(({ role }) => role === "assistant").map(({ run_id }) => run_id));
  // As an array, which the index is asked for one by one: joined, the whole conversation would be read.
  const amongRuns = sql`run_id = any(array(select jsonb_array_elements_text(${json([...ids])})))`;
  const [steps, calls] = await Promise.all([
    database.query<StepRow>(sql`
      select run_id, index, parts, finish_reason, cut_off, notices, created_at from steps
      where conversation_id = ${text(conversationId)} and ${amongRuns}
      order by run_id, index`),
    database.query<{ each: CallWithApproval }>(sql`
      select ${callWithApproval} as each from calls c left join approvals a on a.call_id = c.id
      where c.conversation_id = ${text(conversationId)} and c.${amongRuns}`),
  ]);
  return { steps, calls: calls.map((row) => row.each) };
}
