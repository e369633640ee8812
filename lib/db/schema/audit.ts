import { bigint, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What happened, appended in the transaction that made it happen. Also what `/events` reads by its cursor. */
export const audit = pgTable("audit", {
  sequence: bigint({ mode: "number" }).generatedAlwaysAsIdentity().primaryKey(),
  at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  type: text().notNull(),
  actor: text().notNull(),
  conversationId: text("conversation_id"),
  runId: text("run_id"),
  callId: text("call_id"),
  approvalId: text("approval_id"),
  state: text(),
  data: jsonb(),
});
