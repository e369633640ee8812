import { driveRun } from "./drive.ts";
import { executeOutsideCall } from "./outside/execute-call.ts";
import type { RunServices } from "./services.ts";

/** The room's ears: a run taken by a decision goes on here; work under an older epoch stops. */
export function listenForRuns(services: RunServices): void {
  services.events.onTaken(({ only, ...claim }) => driveRun(services, claim, only ? { only } : {}));
  services.events.onCallTaken((callId) => executeOutsideCall(services, callId));
  services.events.subscribe((signal) => {
    if (signal.kind === "fenced") services.working.fence(signal.runId, signal.epoch);
  });
}
