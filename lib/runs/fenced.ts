import { type SQL, sql } from "../db/sql.ts";
import { integer, text } from "../db/value.ts";
import type { Claim } from "./services.ts";

/**
 * The first part of every write for a run: its row, locked, if this instance still owns it under this epoch.
 * All that follows in the statement selects from `run`; no row, nothing written.
 */
export const fenced = (claim: Claim, instanceId: string): SQL => sql`run as (
  select * from runs where ${isOurs(claim, instanceId)} for update)`;

/** The same for a statement that begins with an update of the run: that locks it, too. */
export const isOurs = (claim: Claim, instanceId: string): SQL =>
  sql`id = ${text(claim.runId)} and epoch = ${integer(claim.epoch)} and owner = ${text(instanceId)}`;
