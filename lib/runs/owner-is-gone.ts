import { type SQL, sql } from "../db/sql.ts";
import { integer } from "../db/value.ts";

/** Whether the instance in this column has let its lease pass, by the database's clock. */
export const ownerIsGone = (owner: SQL, leaseSeconds: number): SQL => sql`not exists (
  select 1 from instances i where i.id = ${owner} and i.beat_at > now() - make_interval(secs => ${integer(leaseSeconds)}))`;
