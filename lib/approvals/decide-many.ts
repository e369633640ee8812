import type { Principal } from "../auth/principal.ts";
import { AppError, type ErrorCode } from "../errors.ts";
import { log } from "../log.ts";
import { decide } from "./decide.ts";
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

/** Each on its own, in order: one that lost its race, or failed, does not take the others with it. */
export async function decideMany(
  services: ApprovalServices,
  request: { decisions: ({ id: string } & DecisionInput)[]; by: Principal; channel: Channel },
): Promise<DecisionResult[]> {
  const results: DecisionResult[] = [];
  for (const decision of request.decisions) {
    try {
      const approval = await decide(services, { ...decision, by: request.by, channel: request.channel });
      results.push({ id: decision.id, ok: true, approval });
    } catch (error) {
      results.push({ id: decision.id, ok: false, error: described(error) });
    }
  }
  return results;
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
