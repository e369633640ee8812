import { jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Written once, never changed, never deleted. */
export const decisions = pgTable(
  "decisions",
  {
    approvalId: text("approval_id").notNull(),
    byId: text("by_id").notNull(),
    byName: text("by_name").notNull(),
    decision: text().notNull(),
    reason: text(),
    answers: jsonb(),
    /** Of the arguments that it was about: only those can run on it. */
    argumentsDigest: text("arguments_digest"),
    channel: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.approvalId, table.byId, table.decision] })],
);
