import { integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const instances = pgTable("instances", {
  id: text().primaryKey(),
  /** Where it listens: no tool of any instance reaches it there. */
  port: integer(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  beatAt: timestamp("beat_at", { withTimezone: true }).notNull().defaultNow(),
});
