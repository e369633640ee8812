import postgres from "postgres";

export type Written = { bytes: number; commits: number };
export type WriteAheadLog = { since: () => Promise<Written>; close: () => Promise<void> };

/**
 * What was written to the server's log, record by record (`pg_walinspect`), full-page images left out. A transaction
 * that writes has exactly one COMMIT record, so these are the writing transactions as well. The counters of
 * `pg_stat_wal` would come late (each session reports once a second) and include the images.
 */
export async function openWriteAheadLog(serverUrl: string): Promise<WriteAheadLog> {
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  await sql`create extension if not exists pg_walinspect`;
  // A mark of our own: there is always a record to end at, and all before it is on the disk.
  const now = async () => {
    const [row] = await sql<{ at: string }[]>`
      select pg_logical_emit_message(false, 'bench', '', true)::text as at`;
    return row?.at ?? "0/0";
  };
  let from = await now();
  return {
    async since() {
      const until = await now();
      const [row] = await sql<{ bytes: number; commits: number }[]>`
        select coalesce(sum(record_length - fpi_length), 0)::float8 as bytes,
          (count(*) filter (where resource_manager = 'Transaction' and record_type like 'COMMIT%'))::int as commits
        from pg_get_wal_records_info(${from}::pg_lsn, ${until}::pg_lsn)
        where resource_manager <> 'LogicalMessage'`;
      from = until;
      return { bytes: row?.bytes ?? 0, commits: row?.commits ?? 0 };
    },
    close: () => sql.end(),
  };
}
