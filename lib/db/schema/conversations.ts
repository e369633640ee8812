import { sql } from "drizzle-orm";
import { boolean, index, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import { searchWords } from "../search-words.ts";

export const conversations = pgTable(
  "conversations",
  {
    id: text().primaryKey(),
    title: text().notNull(),
    /** A person gave it its title; any other has its words from the first message, where the search finds them. */
    renamed: boolean().notNull().default(false),
    agent: text().notNull().default("default"),
    mode: text().notNull().default("as_flagged"),
    model: text(),
    /** The names of the tools it may use; null is all that are on. */
    tools: jsonb(),
    queuedText: text("queued_text"),
    queuedAt: timestamp("queued_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    deletedAt: timestamp("deleted_at", { withTimezone: true }),
  },
  (table) => [
    index("conversations_by_recency").on(table.updatedAt, table.id).where(sql`${table.deletedAt} is null`),
    index("conversations_by_title")
      .using("gin", sql.raw(searchWords("title")))
      .where(sql`${table.renamed}`),
  ],
);
