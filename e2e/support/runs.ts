import type { Approval } from "../../lib/approvals/schema.ts";
import type { Run } from "../../lib/runs/schema.ts";
import type { Answer } from "./api.ts";
import type { Server } from "./server.ts";
import { waitUntil } from "./wait-until.ts";

export type Problem = {
  error: { code: string; message: string; field?: string; details?: { approval?: Approval; run?: Run } };
};

export async function readRun(server: Server, { runId }: { runId: string }): Promise<Run> {
  const { status, body } = await server.api.get<Run>(`/runs/${runId}`);
  if (status !== 200) throw new Error(`The run answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

export const untilState = (
  server: Server,
  play: { runId: string },
  ...states: Run["state"][]
): Promise<Run> =>
  waitUntil(`the run is ${states.join(" or ")}`, async () => {
    const run = await readRun(server, play);
    return states.includes(run.state) && run;
  });

/** The questions of a run that rests with them. */
export async function untilAsked(server: Server, play: { runId: string }, count = 1): Promise<Approval[]> {
  const run = await waitUntil(`${count} approvals wait`, async () => {
    const seen = await readRun(server, play);
    return seen.approvals.filter(({ status }) => status === "pending").length === count && seen;
  });
  return run.approvals.filter(({ status }) => status === "pending");
}

/** The only question of a run. */
export async function untilOneAsks(server: Server, play: { runId: string }): Promise<Approval> {
  const [approval] = await untilAsked(server, play);
  if (!approval) throw new Error("Nothing asks.");
  return approval;
}

export const decide = (
  server: Server,
  approval: { id: string },
  decision: "approve" | "reject",
  more: Record<string, unknown> = {},
): Promise<Answer<Approval & Problem>> =>
  server.api.post(`/approvals/${approval.id}/decision`, { decision, ...more });
