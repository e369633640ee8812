import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const approvals = pgTable(
  "approvals",
  {
    id: text().primaryKey(),
    callId: text("call_id").notNull().unique(),
    runId: text("run_id"),
    conversationId: text("conversation_id"),
    kind: text().notNull().default("approval"),
    /** `client`: only the outside client that was asked can answer. */
    askedOf: text("asked_of").notNull().default("app"),
    toolName: text("tool_name").notNull(),
    risk: text().notNull(),
    /** Null is the default question, made of the arguments when it is read. */
    prompt: text(),
    preview: jsonb(),
    required: integer().notNull().default(1),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }),
    status: text().notNull(),
  },
  (table) => [
    // Read backwards. An index made as descending has its nulls last, and serves no plain `desc`.
    index("approvals_by_time").on(table.requestedAt, table.id),
    index("approvals_pending").on(table.conversationId).where(sql`${table.status} = 'pending'`),
    index("approvals_due")
      .on(table.expiresAt)
      .where(sql`${table.status} = 'pending' and ${table.expiresAt} is not null`),
  ],
);
