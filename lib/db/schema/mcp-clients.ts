import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** The outside clients that were here, by what they say of themselves. */
export const mcpClients = pgTable(
  "mcp_clients",
  {
    principalId: text("principal_id").notNull(),
    name: text().notNull(),
    version: text().notNull(),
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.principalId, table.name, table.version] })],
);
