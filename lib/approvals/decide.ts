import { clock } from "../audit/vocabulary.ts";
import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { misfitOf, readQuestions } from "../policy/questions.ts";
import { type Answer, type Answered, type Answering, answer, publish } from "./answer.ts";
import { approvalView } from "./approval-view.ts";
import { getApproval } from "./list.ts";
import { expired, refusal } from "./refusal.ts";
import type { Approval, Channel, DecisionInput } from "./schema.ts";
import type { ApprovalServices } from "./services.ts";

type Deciding = { by: Principal; channel: Channel };

export async function decide(
  services: ApprovalServices,
  { id, by, channel, ...input }: { id: string } & Deciding & DecisionInput,
): Promise<Approval> {
  if (input.answers) await checkAnswers(services, id, input.answers);
  const answered = await answer(services, by, channel, [answerTo(id, input)]);
  publish(services, answered);
  return standing(services, { id, channel, ...input }, answered[0]);
}

/** Answers to approvals of one run, each to another, together: one lock, one commit. Each has its own outcome. */
export async function decideTogether(
  services: ApprovalServices,
  { decisions, by, channel }: { decisions: ({ id: string } & DecisionInput)[] } & Deciding,
): Promise<PromiseSettledResult<Approval>[]> {
  const answered = await answer(
    services,
    by,
    channel,
    decisions.map(({ id, ...input }) => answerTo(id, input)),
  );
  publish(services, answered);
  const byId = new Map(answered.map((each) => [each.approval.id, each]));
  return Promise.allSettled(
    decisions.map((decision) => standing(services, { channel, ...decision }, byId.get(decision.id))),
  );
}

const answerTo = (approvalId: string, { reason, ...input }: DecisionInput): Answer => ({
  approvalId,
  ...input,
  reason: reason?.trim() || null,
});

/** What the door made of it; an error says why it was not taken, or that it came too late. */
async function standing(
  services: ApprovalServices,
  request: { id: string; channel: Channel } & DecisionInput,
  answered: Answered | undefined,
): Promise<Approval> {
  if (!answered) throw await refusal(services.database, request);
  const approval = approvalView(answered.approval, answered.call, [answered.decision]);
  if (approval.status === "expired") throw expired(approval);
  return approval;
}

/** Expires one approval whose deadline has passed; false when someone answered it first. */
export async function expire(services: ApprovalServices, id: string): Promise<boolean> {
  const answered = await answer(services, clock, "clock", [{ approvalId: id, decision: "expire" }]);
  publish(services, answered);
  return answered.length > 0;
}

/** Nobody can answer any more: the question is over, and the call is not run. False when it was answered before. */
export async function cancelQuestion(
  services: ApprovalServices,
  { id, by, channel }: { id: string } & Deciding,
): Promise<boolean> {
  const answered = await answer(services, by, channel, [{ approvalId: id, decision: "cancel" }]);
  publish(services, answered);
  return answered.length > 0;
}

/**
 * Rejects what is pending in a run that its caller, in the same transaction, goes on to stop: nothing is published
 * and nobody goes on with the run. Returns how many it rejected.
 */
export async function rejectPending(
  services: Answering,
  request: { conversationId: string; runId: string; reason: string } & Deciding,
): Promise<number> {
  const pending = await services.database.query<{ id: string }>(
    sql`select id from approvals where conversation_id = ${text(request.conversationId)} and run_id = ${text(request.runId)}
      and status = 'pending'`,
  );
  if (pending.length === 0) return 0;
  const answered = await answer(
    services,
    request.by,
    request.channel,
    pending.map(({ id }) => ({ approvalId: id, decision: "reject", reason: request.reason })),
  );
  return answered.filter(({ approval }) => approval.status === "rejected").length;
}

async function checkAnswers(services: ApprovalServices, id: string, answers: string[][]): Promise<void> {
  const { arguments: asked, kind } = await getApproval(services.database, id);
  const misfit = kind === "question" ? misfitOf(readQuestions(asked), answers) : null;
  if (misfit) throw new AppError("invalid", misfit, { field: "answers" });
}
