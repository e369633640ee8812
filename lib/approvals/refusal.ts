import type { Executor } from "../db/client.ts";
import { AppError } from "../errors.ts";
import { findWithAsked } from "./list.ts";
import type { Approval, Channel, DecisionInput } from "./schema.ts";

export const expired = (approval: Approval) =>
  new AppError("expired", "This approval has expired. The call was not run.", { details: { approval } });

/** Why the door took nothing, as it stands now. */
export async function refusal(
  database: Executor,
  request: { id: string; channel: Channel; decision: DecisionInput["decision"] },
): Promise<AppError> {
  const found = await findWithAsked(database, request.id);
  if (!found) return new AppError("not_found", "There is no such approval.");
  const { approval, askedOf } = found;
  if (approval.status === "expired") return expired(approval);
  if (approval.status === "pending" && (askedOf === "client") !== (request.channel === "mcp")) {
    return new AppError("forbidden", "Only the client that was asked can answer this one.");
  }
  if (approval.status === "pending" && request.decision !== "reject") {
    const fits = (approval.kind === "question") === (request.decision === "answer");
    if (!fits)
      return new AppError(
        "invalid",
        `This is ${approval.kind === "question" ? "a question: answer it" : "an approval: approve or reject it"}.`,
        { field: "decision" },
      );
  }
  const message =
    approval.status === "pending"
      ? "The arguments are not the ones that were shown. Nothing was decided."
      : `Already decided: ${approval.status}.`;
  return new AppError("conflict", message, { details: { approval } });
}
