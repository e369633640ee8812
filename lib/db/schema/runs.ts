import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

export const runs = pgTable(
  "runs",
  {
    id: text().primaryKey(),
    conversationId: text("conversation_id").notNull(),
    assistantMessageId: text("assistant_message_id").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    state: text().notNull(),
    /** The instance that works on it; null while it waits for people only. */
    owner: text(),
    /** Every write for the run names the epoch it believes in; takeover, cancel, resume and retry add one. */
    epoch: integer().notNull().default(1),
    /** The step's calls without an answer or a result; whoever brings it to 0 takes the run. */
    open: integer().notNull().default(0),
    /** Of those, the ones that the owner has yet to run or is running. */
    executing: integer().notNull().default(0),
    /** How many steps were saved. */
    stepCount: integer("step_count").notNull().default(0),
    workingMilliseconds: integer("working_milliseconds").notNull().default(0),
    error: jsonb(),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (table) => [
    /** By a column that stays as it is until the end: the run's other updates then touch no index. */
    uniqueIndex("runs_one_active").on(table.conversationId).where(sql`${table.endedAt} is null`),
    index("runs_of_conversation").on(table.conversationId, table.startedAt),
  ],
);
