import { readErrorFacts } from "./error-facts.ts";
import { type ModelErrorCode, modelErrorRules } from "./model-error-rules.ts";

export type ModelErrorDescription = {
  code: ModelErrorCode;
  message: string;
  retryable: boolean;
  retryAfterMs: number | null;
};

/** What went wrong with the model, in a sentence that says what to do; never a key, never a raw body. */
export function describeModelError(error: unknown): ModelErrorDescription {
  const facts = readErrorFacts(error);
  const rule = modelErrorRules.find((candidate) => candidate.applies(facts));
  if (!rule) {
    const message =
      "Something went wrong inside Countersign while it asked the model. Retry; the log has the details.";
    return { code: "internal", message, retryable: false, retryAfterMs: null };
  }
  const retryAfterMs = rule.retryable ? facts.retryAfterMs : null;
  return { code: rule.code, message: rule.message(facts), retryable: rule.retryable, retryAfterMs };
}
