import { ApiError, api, errorSentence, NetworkError } from "@/components/shell/api";
import type { Approval } from "@/lib/approvals/schema";
import type { DecisionWord } from "./decisions";

/** What the server said to one decision: what stands now, where it said so, and what the reader has to know. */
export type DecisionAnswer = {
  id: string;
  approval: Approval | null;
  problem: string | null;
  late: boolean;
  /** No answer came. */
  unknown: boolean;
};

type SentWord = DecisionWord | "answer";
type ErrorBody = { code: string; message: string; details?: { approval?: Approval } };

function decisionBody(approval: Approval, decision: DecisionWord, reason: string) {
  const words = reason.trim();
  return { decision, argumentsDigest: approval.argumentsDigest, ...(words && { reason: words }) };
}

export function sendDecision(approval: Approval, decision: DecisionWord, reason: string) {
  return send(approval, decision, decisionBody(approval, decision, reason));
}

export function sendAnswers(approval: Approval, answers: string[][]) {
  const { argumentsDigest } = approval;
  return send(approval, "answer", { decision: "answer", answers, argumentsDigest });
}

async function send(approval: Approval, decision: SentWord, body: object): Promise<DecisionAnswer> {
  try {
    const answer = await api<Approval>(`/approvals/${approval.id}/decision`, { method: "POST", body });
    return taken(approval.id, answer);
  } catch (error) {
    if (!(error instanceof ApiError)) return unanswered(approval.id, error);
    const { code, message, details } = error;
    return refused(approval, decision, { code, message, details });
  }
}

export async function sendDecisions(
  approvals: Approval[],
  decision: DecisionWord,
  reason: string,
): Promise<DecisionAnswer[]> {
  type Result = { id: string; ok: boolean; approval?: Approval; error?: ErrorBody };
  try {
    const { results } = await api<{ results: Result[] }>("/approvals/decisions", {
      method: "POST",
      body: {
        decisions: approvals.map((approval) => ({
          id: approval.id,
          ...decisionBody(approval, decision, reason),
        })),
      },
    });
    return approvals.map((approval) => {
      const result = results.find(({ id }) => id === approval.id);
      if (result?.ok) return taken(approval.id, result.approval ?? null);
      const error = result?.error ?? { code: "internal", message: "The server did not answer to this one." };
      return refused(approval, decision, {
        ...error,
        details: { approval: result?.approval ?? error.details?.approval },
      });
    });
  } catch (error) {
    return approvals.map(({ id }) => unanswered(id, error));
  }
}

const taken = (id: string, approval: Approval | null): DecisionAnswer => ({
  id,
  approval,
  problem: null,
  late: false,
  unknown: false,
});

function unanswered(id: string, error: unknown): DecisionAnswer {
  const unknown = error instanceof NetworkError && !error.notSent;
  return { id, approval: null, problem: sentence(error), late: false, unknown };
}

function sentence(error: unknown): string {
  if (!(error instanceof NetworkError)) return errorSentence(error);
  return error.notSent
    ? `${error.message} Nothing was decided here.`
    : `${error.message} What stands is shown as soon as the server is back.`;
}

const sentWords: Record<SentWord, string> = { approve: "approval", reject: "rejection", answer: "answer" };

function refused(approval: Approval, decision: SentWord, error: ErrorBody): DecisionAnswer {
  const standing = error.details?.approval ?? null;
  const late = error.code === "expired" || (error.code === "conflict" && standing?.status !== "pending");
  const tooLate = `Your ${sentWords[decision]} came too late`;
  const problem =
    error.code === "expired"
      ? `${tooLate}: the time was up.`
      : late && standing
        ? `${tooLate}: it was already ${standing.status}.`
        : error.message;
  return { id: approval.id, approval: standing, problem, late, unknown: false };
}
