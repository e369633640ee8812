import type { Asked, Gate } from "./gate.ts";
import type { OpenCalls } from "./open-calls.ts";
import type { RequestStates } from "./request-state.ts";

/** What both revisions of the protocol are served with. */
export type Serving = {
  gate: Gate;
  states: RequestStates;
  installationId: string;
  version: string;
  calls: OpenCalls;
  now(): number;
  /** When the question ends: when the gate says so, and never later than this endpoint waits at most. */
  deadline(asked: Asked): number;
};
