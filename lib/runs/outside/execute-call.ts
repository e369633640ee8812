import type { CallRow, DecisionRow } from "../../db/rows.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { log } from "../../log.ts";
import type { ToolSettingsRow } from "../../tools/tool-settings.ts";
import { dispatch, type Ending } from "../dispatch.ts";
import { holdsStill } from "../holds-still.ts";
import { knowTools } from "../know-tools.ts";
import { lastCheck, refusedSince } from "../last-check.ts";
import type { RunServices } from "../services.ts";
import { type ClaimedOutsideCall, claimOutsideCall, endOutsideCall, isClaimedHere } from "./end-call.ts";
import { findOutsideCall } from "./find-call.ts";

/** Runs a call that was approved: checked once more, claimed, dispatched, saved. Never throws. */
export function executeOutsideCall(services: RunServices, id: string): void {
  begin(services, id, (signal) => execute(services, id, signal));
}

/** Runs a call that was claimed when it was saved. As it ended; null when that could not be saved. */
export function runClaimedCall(
  services: RunServices,
  claimed: ClaimedOutsideCall,
  claimedAt: number,
): Promise<CallRow | null> {
  return new Promise((resolve) => {
    begin(services, claimed.call.id, async (signal) => {
      try {
        resolve(await runToEnd(services, { claimed, claimedAt, decisions: null, signal }));
      } finally {
        resolve(null);
      }
    });
  });
}

function begin(services: RunServices, id: string, work: (signal: AbortSignal) => Promise<unknown>): void {
  services.working.add(id, 0, async (signal) => {
    try {
      await work(signal);
    } catch (error) {
      log.error(
        { error: error instanceof Error ? error.stack : String(error), call: id },
        "a call broke off",
      );
    }
  });
}

/** The caller left: what runs for it is stopped, and its outcome is not known. */
export function stopOutsideCall(services: RunServices, id: string): void {
  services.working.fence(id, 1);
}

async function execute(services: RunServices, id: string, signal: AbortSignal): Promise<void> {
  const found = await findOutsideCall(services.database, id);
  if (!found) return;
  const set = isQuestion(found.call) ? undefined : await settingsOf(services, found.call);
  const refusal = await lastCheck(services, set, { ...found.call, decisions: found.decisions }, signal);
  const claimedAt = Date.now();
  const claimed = await claimOutsideCall(services, id, refusal);
  if (!claimed) return;
  if (claimed.call.state !== "executing") {
    services.events.publish([{ kind: "recorded" }, { kind: "call", callId: id }]);
    return;
  }
  await runToEnd(services, { claimed, claimedAt, decisions: found.decisions, signal });
}

/** What a server asks in the middle of a call is no call of the tool whose card it has: that one's settings are not about it. */
const isQuestion = (call: CallRow): boolean => call.conversation_id !== null;

async function settingsOf(services: RunServices, call: CallRow): Promise<ToolSettingsRow | undefined> {
  const [set] = await services.database.query<ToolSettingsRow>(
    sql`select * from tool_settings where tool_name = ${text(call.tool_name)}`,
  );
  return set;
}

type Claimed = {
  claimed: ClaimedOutsideCall;
  claimedAt: number;
  /** Null for a call that needed nobody. */
  decisions: DecisionRow[] | null;
  signal: AbortSignal;
};

async function runToEnd(
  services: RunServices,
  { claimed, claimedAt, decisions, signal }: Claimed,
): Promise<CallRow | null> {
  const { call } = claimed;
  await knowTools(services, [claimed]);
  if (!(await holdsStill(claimedAt, () => isClaimedHere(services, call)))) return null;
  const save = (ending: Ending) => endOutsideCall(services, call, ending);
  const settings = isQuestion(call) ? null : claimed.settings;
  const refusal = refusedSince(services, { call, settings }, decisions !== null);
  if (refusal !== null) return save({ state: "denied", result: null, error: refusal });
  const late = (ending: Ending) => {
    save(ending).catch((error) => log.warn({ error: String(error) }, "a late result was not recorded"));
  };
  return save(await dispatch(services, { call, decisions: decisions ?? [], signal, late }));
}
