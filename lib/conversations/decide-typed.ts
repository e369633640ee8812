import { decideMany } from "../approvals/decide-many.ts";
import { listApprovals } from "../approvals/list.ts";
import type { Approval, Channel } from "../approvals/schema.ts";
import type { ApprovalServices } from "../approvals/services.ts";
import type { Principal } from "../auth/principal.ts";
import { AppError } from "../errors.ts";
import { readTypedDecision } from "../policy/typed-decision.ts";
import type { MessageInput } from "./schema.ts";

type Typed = { conversationId: string; input: MessageInput; by: Principal; channel: Channel };

/**
 * A text that is a decision decides exactly the approvals that the page showed; without a list only when there is no
 * doubt about what is meant. Null when the text is a message like any other.
 */
export async function decideTyped(
  services: ApprovalServices,
  request: Typed,
  pendingCount: number,
): Promise<Approval[] | null> {
  const { text, approvals: shown } = request.input;
  // The words mean what was in front of the person: with no card on the page they are words.
  const decision = readTypedDecision(text, shown?.length ?? pendingCount);
  if (!decision) return null;

  const { items } = await listApprovals(services.database, {
    status: "pending",
    conversation: request.conversationId,
    limit: 200,
  });
  // Words of consent are no answer to a question.
  const pending = items.filter(({ kind }) => kind === "approval");
  const refuse = (message: string) =>
    new AppError("conflict", message, { details: { approvals: pending }, field: "approvals" });
  if (!shown && pending.length !== 1) throw refuse("Several approvals wait: say which in approvals.");
  const ids = shown ?? pending.map(({ id }) => id);
  if (ids.length === 0 || !ids.every((id) => pending.some((approval) => approval.id === id))) {
    throw refuse("What waits is not what the page showed. Nothing was decided.");
  }
  const reason = decision.reason === null ? {} : { reason: decision.reason };
  const results = await decideMany(services, {
    decisions: ids.map((id) => ({ id, decision: decision.decision, ...reason })),
    by: request.by,
    channel: request.channel,
  });
  const decided = results.flatMap((result) => (result.approval ? [result.approval] : []));
  if (decided.length > 0) return decided;
  if (results.every(({ error }) => error?.code === "expired")) {
    throw new AppError("expired", "This approval has expired. The call was not run.");
  }
  const lost = new Set(["conflict", "expired"]);
  const failure = results.find(({ error }) => error && !lost.has(error.code))?.error;
  if (failure) throw new AppError(failure.code, failure.message, failure);
  throw refuse("Somebody else decided first. Nothing was decided here.");
}
