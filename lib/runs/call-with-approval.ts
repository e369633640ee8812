import type { ApprovalRow, CallRow, DecisionRow } from "../db/rows.ts";
import { type SQL, sql } from "../db/sql.ts";

export type CallWithApproval = { call: CallRow; approval: ApprovalRow | null; decisions: DecisionRow[] };

/** One as JSON, where `c` is a call and `a` its approval, if it has one. */
export const callWithApproval: SQL = sql`jsonb_build_object(
  'call', to_jsonb(c), 'approval', to_jsonb(a), 'decisions', coalesce(
    (select jsonb_agg(to_jsonb(d) order by d.at) from decisions d where d.approval_id = a.id), '[]'::jsonb))`;
