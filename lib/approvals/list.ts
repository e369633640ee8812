import { z } from "zod";
import type { Executor } from "../db/client.ts";
import { readCursor, writeCursor } from "../db/cursor.ts";
import type { ApprovalRow, CallRow, DecisionRow } from "../db/rows.ts";
import { type SQL, sql } from "../db/sql.ts";
import { instant, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { riskSchema } from "../policy/risk.ts";
import { approvalView } from "./approval-view.ts";
import { type Approval, approvalStatusSchema } from "./schema.ts";

export const approvalQuerySchema = z.strictObject({
  status: approvalStatusSchema.optional(),
  conversation: z.string().max(100).optional(),
  tool: z.string().max(200).optional(),
  risk: riskSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
});

type ApprovalFound = { approval: ApprovalRow; call: CallRow; decisions: DecisionRow[] | null };

const found = sql`
  to_jsonb(a) as approval, to_jsonb(c) as call,
  (select jsonb_agg(to_jsonb(d) order by d.at) from decisions d where d.approval_id = a.id) as decisions
  from approvals a join calls c on c.id = a.call_id`;

/** The calls of a step ask at one moment: the newest moment comes first, and within one the first call. */
const backwards = sql`-coalesce(c.position, 0)`;
const backwardsOf = (id: string): SQL =>
  sql`(select -coalesce(c.position, 0) from approvals a join calls c on c.id = a.call_id where a.id = ${text(id)})`;

const view = (row: ApprovalFound): Approval => approvalView(row.approval, row.call, row.decisions ?? []);

export async function listApprovals(
  database: Executor,
  input: z.infer<typeof approvalQuerySchema>,
): Promise<{ items: Approval[]; nextCursor: string | null; total: number }> {
  const conditions: SQL[] = [sql`true`];
  if (input.status) conditions.push(sql`a.status = ${text(input.status)}`);
  if (input.conversation) conditions.push(sql`a.conversation_id = ${text(input.conversation)}`);
  if (input.tool) conditions.push(sql`a.tool_name = ${text(input.tool)}`);
  if (input.risk) conditions.push(sql`a.risk = ${text(input.risk)}`);
  const filter = sql.join(conditions, sql` and `);
  const after = input.cursor ? readCursor(input.cursor) : null;
  const beyond = after
    ? sql`and (a.requested_at, ${backwards}, a.id) < (${instant(after.at)}, ${backwardsOf(after.id)}, ${text(after.id)})`
    : sql``;
  const [rows, counted] = await Promise.all([
    database.query<ApprovalFound>(
      sql`select ${found} where ${filter} ${beyond} order by a.requested_at desc, ${backwards} desc, a.id desc limit ${input.limit + 1}::int`,
    ),
    database.query<{ total: number }>(sql`select count(*)::int as total from approvals a where ${filter}`),
  ]);
  const page = rows.slice(0, input.limit);
  const last = rows.length > input.limit ? page.at(-1)?.approval : undefined;
  return {
    items: page.map(view),
    nextCursor: last ? writeCursor({ at: last.requested_at, id: last.id }) : null,
    total: counted[0]?.total ?? 0,
  };
}

/** What tools asked in the middle of their calls in a conversation, and still waits. */
export async function listAskedInCalls(database: Executor, conversationId: string): Promise<Approval[]> {
  const rows = await database.query<ApprovalFound>(sql`
    select ${found} where a.conversation_id = ${text(conversationId)} and a.status = 'pending' and a.run_id is null
    order by a.requested_at, a.id`);
  return rows.map(view);
}

/** With whom it asks, which is nobody's business outside: the door decides by it. */
export async function findWithAsked(
  database: Executor,
  id: string,
): Promise<{ approval: Approval; askedOf: ApprovalRow["asked_of"] } | null> {
  const [row] = await database.query<ApprovalFound>(sql`select ${found} where a.id = ${text(id)}`);
  return row ? { approval: view(row), askedOf: row.approval.asked_of } : null;
}

export async function getApproval(database: Executor, id: string): Promise<Approval> {
  const asked = await findWithAsked(database, id);
  if (!asked) throw new AppError("not_found", "There is no such approval.");
  return asked.approval;
}
