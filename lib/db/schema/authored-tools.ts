import { integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Which version of an authored tool is published; deleted ones keep their versions for the record. */
export const authoredTools = pgTable("authored_tools", {
  name: text().primaryKey(),
  version: integer().notNull(),
  deletedAt: timestamp("deleted_at", { withTimezone: true }),
});

/** Each publication, as it was; going back to one publishes it anew. */
export const authoredVersions = pgTable(
  "authored_versions",
  {
    toolName: text("tool_name")
      .notNull()
      .references(() => authoredTools.name),
    version: integer().notNull(),
    description: text().notNull(),
    inputSchema: jsonb("input_schema").notNull(),
    code: text().notNull(),
    capabilities: jsonb().notNull(),
    publishedBy: text("published_by").notNull(),
    publishedAt: timestamp("published_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.toolName, table.version] })],
);
