import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { json } from "../db/value.ts";

export type EventRow = {
  sequence: number;
  type: string;
  conversation_id: string | null;
  run_id: string | null;
  approval_id: string | null;
  state: string | null;
};

export type EventPage = {
  rows: EventRow[];
  /** False when there is more after the last row. */
  complete: boolean;
  newest: number;
  /** Every transaction with a lower number has ended, and what it wrote is in sight. */
  oldestOpen: bigint;
  /** No transaction that had begun to write has this number or a higher one. */
  nextTransaction: bigint;
};

const most = 10_000;

/** The record after a cursor, and what there is of the numbers that were missing, with the snapshot in which it was read. */
export async function readEvents(
  database: Executor,
  after: number,
  missing: readonly number[] = [],
): Promise<EventPage> {
  const [page] = await database.query<{
    rows: EventRow[] | null;
    newest: number | null;
    oldest_open: string;
    next_transaction: string;
  }>(sql`
    with found as (
      (select sequence, type, conversation_id, run_id, approval_id, state from audit
        where sequence > ${after}::text::bigint order by sequence limit ${most}::int)
      union all
      select sequence, type, conversation_id, run_id, approval_id, state from audit
        where sequence in (select value::bigint from jsonb_array_elements_text(${json(missing)}))
    )
    select
      (select jsonb_agg(to_jsonb(f) order by f.sequence) from found f) as rows,
      (select max(sequence)::float8 from audit) as newest,
      pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open,
      pg_snapshot_xmax(pg_current_snapshot())::text as next_transaction`);
  if (!page) throw new Error("a select without from returned no row");
  const rows = page.rows ?? [];
  return {
    rows,
    complete: rows.filter(({ sequence }) => sequence > after).length < most,
    newest: page.newest ?? 0,
    oldestOpen: BigInt(page.oldest_open),
    nextTransaction: BigInt(page.next_transaction),
  };
}
