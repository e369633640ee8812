import type { Executor } from "../db/client.ts";
import type { Events } from "../events/events.ts";

/** What the verbs of this room need of the world. */
export type ApprovalServices = { database: Executor; events: Events; instanceId: string };
