import { type SQL, sql } from "../db/sql.ts";
import type { AuditType } from "./vocabulary.ts";

/** The columns of an audit insert; used inside the statement that makes the thing happen. */
export const auditColumns: SQL = sql.raw(
  "audit (type, actor, conversation_id, run_id, call_id, approval_id, state, data)",
);

/** Keeps the vocabulary closed where the SQL names a type. */
export const auditType = (type: AuditType): SQL => sql`${type}::text`;
