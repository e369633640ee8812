import type { Stage } from "./stage.ts";

/**
 * From the last beat of the instance that is gone to the end of what another one finished for it, in seconds by the
 * database's clock.
 */
export async function secondsUntilEnded(
  { sql }: Pick<Stage, "sql">,
  { runId }: { runId: string },
): Promise<number> {
  const [row] = await sql<{ seconds: number }[]>`
    select extract(epoch from r.ended_at - (select min(beat_at) from instances))::float8 as seconds
    from runs r where r.id = ${runId} and r.ended_at is not null`;
  if (!row) throw new Error("The run has not ended.");
  return row.seconds;
}
