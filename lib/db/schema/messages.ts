import { sql } from "drizzle-orm";
import { bigint, index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { searchWords } from "../search-words.ts";

/** One row a message. What an assistant said is in its run's steps, so that nothing is rewritten when it goes on. */
export const messages = pgTable(
  "messages",
  {
    id: text().notNull(),
    conversationId: text("conversation_id").notNull(),
    sequence: bigint({ mode: "number" }).generatedAlwaysAsIdentity().notNull(),
    role: text().notNull(),
    runId: text("run_id").notNull(),
    text: text().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.conversationId, table.sequence] }),
    index("messages_by_words")
      .using("gin", sql.raw(searchWords("text")))
      .where(sql`${table.text} <> ''`),
  ],
);
