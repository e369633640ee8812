import { integer, json, pgTable, primaryKey, text } from "drizzle-orm/pg-core";

/** The UI chunks of a run, batched; dropped some minutes after the run ended. */
export const streamLog = pgTable(
  "stream_log",
  {
    runId: text("run_id").notNull(),
    epoch: integer().notNull(),
    first: integer().notNull(),
    last: integer().notNull(),
    step: integer().notNull(),
    /** As they are written: nothing looks into them but who reads them all, and the other form is longer. */
    chunks: json().notNull(),
  },
  (table) => [primaryKey({ columns: [table.runId, table.epoch, table.first] })],
);
