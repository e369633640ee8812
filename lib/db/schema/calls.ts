import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

export const calls = pgTable(
  "calls",
  {
    id: text().primaryKey(),
    runId: text("run_id"),
    conversationId: text("conversation_id"),
    step: integer(),
    position: integer(),
    /** The provider's id of the call. */
    toolCallId: text("tool_call_id"),
    tool: jsonb().notNull(),
    toolName: text("tool_name").notNull(),
    /** Kept as text, to the letter: what was shown, signed by its digest, is what runs. */
    arguments: text().notNull(),
    argumentsDigest: text("arguments_digest").notNull(),
    because: jsonb().notNull(),
    ground: text(),
    /** The tool's definition as it was when the call was judged: another one does not run under the same answer. */
    toolFingerprint: text("tool_fingerprint"),
    /** An outside call has no run: who makes it, and further down the instance that runs it, as a run would say. */
    caller: jsonb(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull().defaultNow(),
    /** What changes stands together: the log of an update has all that lies between. */
    state: text().notNull(),
    result: jsonb(),
    /** Why it did not run or what went wrong, as the model is told. */
    error: text(),
    /** What the person who approved it had to add, for the model. */
    note: text(),
    owner: text(),
    epoch: integer().notNull().default(0),
    /** Set while a call waits in the app and its result was not collected: repeats of it join it. */
    openKey: text("open_key"),
    startedAt: timestamp("started_at", { withTimezone: true }),
    endedAt: timestamp("ended_at", { withTimezone: true }),
  },
  (table) => [
    // None of them by `state`, not in a condition either: a call that moves on would touch every index.
    /** One for both: whoever asks for a run's calls says of which conversation. */
    index("calls_of_conversation").on(table.conversationId, table.runId, table.step, table.position),
    uniqueIndex("calls_one_open").on(table.openKey).where(sql`${table.openKey} is not null`),
    index("calls_owned").on(table.owner).where(sql`${table.owner} is not null`),
  ],
);
