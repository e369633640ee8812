import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const instances = pgTable("instances", {
  id: text().primaryKey(),
  startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  beatAt: timestamp("beat_at", { withTimezone: true }).notNull().defaultNow(),
});
