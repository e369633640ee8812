import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Named values for authored tools and servers; sealed, and never told again. */
export const secrets = pgTable("secrets", {
  name: text().primaryKey(),
  sealed: text().notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
