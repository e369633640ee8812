import { type SQL, sql } from "../db/sql.ts";

/** A person said yes to this call, `c`, with exactly the arguments that it has now. */
export const isApproved: SQL = sql`exists (
  select 1 from approvals a join decisions d on d.approval_id = a.id
  where a.call_id = c.id and a.status = 'approved' and d.decision in ('approve', 'answer')
    and d.arguments_digest = c.arguments_digest)`;
