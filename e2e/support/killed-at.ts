import type { Stage } from "./stage.ts";
import { closeGate, type Transition } from "./transition-gate.ts";

/** What becomes of the transaction in which the server died: both happen to servers that are killed. */
export const fates = ["lost", "committed"] as const;
export type Fate = (typeof fates)[number];

/** Kills the server with -9 in the middle of a transition, and starts another one. */
export async function killedAt(
  stage: Stage,
  transition: Transition,
  fate: Fate,
  act: () => Promise<unknown>,
): Promise<void> {
  const gate = await closeGate(stage.sql, transition);
  // Its connection dies with the server.
  const acting = act().catch(() => undefined);
  await gate.reached();
  await stage.server().kill("SIGKILL");
  await gate.release(fate);
  await acting;
  await stage.start();
}
