import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import { decideTogether } from "./decide.ts";
import type { Approval, Channel, DecisionInput } from "./schema.ts";
import type { ApprovalServices } from "./services.ts";

export type DecisionResult = {
  id: string;
  ok: boolean;
  approval?: Approval;
  error?: {
    code: ErrorCode;
    message: string;
    field?: string;
    details?: Record<string, unknown>;
    retryAfterSeconds?: number;
  };
};

type Decision = { id: string } & DecisionInput;
type Request = { decisions: Decision[]; by: Principal; channel: Channel };

/**
 * Each on its own: one that lost its race does not take the others with it. Those of one run that stand next to each
 * other go through the door together.
 */
export async function decideMany(services: ApprovalServices, request: Request): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  for (const decisions of await togetherInOrder(services, request.decisions)) {
    const outcomes = await decideTogether(services, { ...request, decisions }).catch((error: unknown) =>
      decisions.map((): PromiseSettledResult<Approval> => ({ status: "rejected", reason: error })),
    );
    for (const [index, outcome] of outcomes.entries()) {
      const id = decisions[index]?.id ?? "";
      results.push(
        outcome.status === "fulfilled"
          ? { id, ok: true, approval: outcome.value }
          : { id, ok: false, error: described(outcome.reason) },
      );
    }
  }
  return results;
}

/** Neighbours of one run. A second answer to one approval comes after the first: it is told which one stands. */
async function togetherInOrder(services: ApprovalServices, decisions: Decision[]): Promise<Decision[][]> {
  const ids = JSON.stringify(decisions.map(({ id }) => id));
  const rows = await services.database.query<{ id: string; run_id: string | null }>(
    sql`select id, run_id from approvals where id in (select jsonb_array_elements_text(${ids}::text::jsonb))`,
  );
  const runOf = new Map(rows.map(({ id, run_id }) => [id, run_id]));
  const groups: Decision[][] = [];
  for (const decision of decisions) {
    const last = groups.at(-1);
    const run = runOf.get(decision.id);
    if (run && last?.every(({ id }) => id !== decision.id && runOf.get(id) === run)) last.push(decision);
    else groups.push([decision]);
  }
  return groups;
}

function described(error: unknown): NonNullable<DecisionResult["error"]> {
  if (error instanceof AppError) {
    const { code, message, field, details, retryAfterSeconds } = error;
    return {
      code,
      message,
      ...(field && { field }),
      ...(details && { details }),
      ...(retryAfterSeconds && { retryAfterSeconds }),
    };
  }
  log.error({ error: error instanceof Error ? error.stack : String(error) }, "a decision failed");
  return { code: "internal", message: "Something went wrong on the server. Look at what stands." };
}
