import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** An upstream MCP server. Headers, environment and sign-in are sealed together. */
export const servers = pgTable("servers", {
  id: text().primaryKey(),
  name: text().notNull().unique(),
  url: text(),
  command: text(),
  args: jsonb().notNull().default(sql`'[]'::jsonb`),
  sealed: text(),
  enabled: boolean().notNull().default(true),
  trusted: boolean().notNull().default(false),
  allowPrivateAddress: boolean("allow_private_address").notNull().default(false),
  /** Which of its tools are on, and which ask: original names or selectors. Null asks by the evidence. */
  tools: jsonb().notNull().default(sql`'["@all"]'::jsonb`),
  requireApproval: jsonb("require_approval"),
  timeoutSeconds: integer("timeout_seconds"),
  /** When its tools were listed for the first time: what comes later is new to those who set it up. */
  firstListedAt: timestamp("first_listed_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});

/** A tool of a server, by the name that its settings go by: as it was last seen, and as a person last reviewed it. */
export const serverTools = pgTable(
  "server_tools",
  {
    serverId: text("server_id")
      .notNull()
      .references(() => servers.id, { onDelete: "cascade" }),
    originalName: text("original_name").notNull(),
    name: text().primaryKey(),
    definition: jsonb().notNull(),
    fingerprint: text().notNull(),
    reviewed: jsonb().notNull(),
    reviewedFingerprint: text("reviewed_fingerprint").notNull(),
    /** One that is away for a while comes back as the one that was reviewed, or as a changed one. */
    listed: boolean().notNull().default(true),
    seenAt: timestamp("seen_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("server_tools_of_server").on(table.serverId)],
);
