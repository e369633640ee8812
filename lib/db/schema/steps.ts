import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { searchWords } from "../search-words.ts";

/** One model call: what it said, with the provider's metadata of each part, to be sent back as it came. */
export const steps = pgTable(
  "steps",
  {
    runId: text("run_id").notNull(),
    index: integer().notNull(),
    conversationId: text("conversation_id").notNull(),
    parts: jsonb().notNull(),
    /** The words of the parts, for the search. */
    text: text().notNull(),
    finishReason: text("finish_reason"),
    cutOff: boolean("cut_off").notNull().default(false),
    notices: jsonb().notNull().default(sql`'[]'::jsonb`),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    /** One for both: whoever asks for a run's steps says of which conversation. */
    primaryKey({ columns: [table.conversationId, table.runId, table.index] }),
    index("steps_by_words")
      .using("gin", sql.raw(searchWords("text")))
      .where(sql`${table.text} <> ''`),
  ],
);
