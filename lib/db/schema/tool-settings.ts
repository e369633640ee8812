import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** What a person set about a tool; null is the tool's own default. */
export const toolSettings = pgTable("tool_settings", {
  toolName: text("tool_name").primaryKey(),
  enabled: boolean(),
  risk: text(),
  approvalMode: text("approval_mode"),
  prompt: text(),
  timeoutSeconds: integer("timeout_seconds"),
  /** Served on /mcp, under its alias or its name. */
  exposed: boolean(),
  alias: text().unique(),
  /** Where a gated call of an outside client asks. */
  outside: text(),
  elicitationSeconds: integer("elicitation_seconds"),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
