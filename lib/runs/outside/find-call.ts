import type { Executor } from "../../db/client.ts";
import type { ApprovalRow, CallRow, DecisionRow } from "../../db/rows.ts";
import { type SQL, sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";

export type FoundCall = { call: CallRow; approval: ApprovalRow | null; decisions: DecisionRow[] };

async function find(database: Executor, condition: SQL): Promise<FoundCall | null> {
  const [row] = await database.query<Omit<FoundCall, "decisions"> & { decisions: DecisionRow[] | null }>(sql`
    select to_jsonb(c) as call, to_jsonb(a) as approval,
      (select jsonb_agg(to_jsonb(d) order by d.at) from decisions d where d.approval_id = a.id) as decisions
    from calls c left join approvals a on a.call_id = c.id
    where c.run_id is null and ${condition}`);
  return row ? { ...row, decisions: row.decisions ?? [] } : null;
}

export const findOutsideCall = (database: Executor, id: string): Promise<FoundCall | null> =>
  find(database, sql`c.id = ${text(id)}`);

export const findOpenCall = (database: Executor, openKey: string): Promise<FoundCall | null> =>
  find(database, sql`c.open_key = ${text(openKey)}`);
