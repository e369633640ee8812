import type { CallRow } from "../db/rows.ts";

type Became = Pick<CallRow, "state" | "error">;

const notRun = "The call was not run.";
const underWay = "The call was approved then, and is being run: its outcome is not known yet.";

/** For a call that says nothing of itself. Whether it ran is never left open. */
const becameOf: Record<CallRow["state"], string> = {
  requested: notRun,
  allowed: notRun,
  pending: notRun,
  denied: "The call was refused, and was not run.",
  approved: underWay,
  rejected: "The call was rejected, and was not run.",
  expired: "Nobody answered in time, and the call was not run.",
  cancelled: notRun,
  executing: underWay,
  succeeded: "The call was approved then; it ran, and succeeded.",
  failed: "The call was approved then; it ran, and failed.",
  interrupted: "The call was approved then, and had started: its outcome is not known.",
};

const advice = "Do not call it again";

/** What a repeated answer is told: that it ran nothing, and what became of the call that it is about. */
export function answeredBefore({ state, error }: Became): string {
  const settled = state === "cancelled" || state === "expired" ? "closed" : "answered";
  const became = error === null ? becameOf[state] : `What became of the call: ${error}`;
  const told = `This question was ${settled} before, and this repeat of the answer ran nothing. ${became}`;
  return told.includes(advice) ? told : `${told} ${advice} for this request.`;
}
