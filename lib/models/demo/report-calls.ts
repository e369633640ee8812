import { showResult } from "./results.ts";
import { closing, isProblem, summarise } from "./summarise.ts";
import type { AnsweredCall, Turn } from "./turn.ts";
import { paragraphs, wordFailure } from "./wording.ts";

/** After `call …` lines: each call in its order, with its result or why it has none. */
export function reportCalls(turn: Turn): string {
  const calls = turn.steps.flat();
  const [only, ...others] = calls;
  if (only && others.length === 0 && isProblem(only)) return summarise(turn);
  return paragraphs(...calls.map(reportCall), closing(calls.filter(isProblem)));
}

function reportCall(call: AnsweredCall): string {
  const failure = wordFailure(call);
  if (failure === null) return paragraphs(`\`${call.tool}\` ran:`, showResult(call));
  const ran = call.outcome.kind === "failed" || call.outcome.kind === "interrupted";
  return `\`${call.tool}\` ${ran ? "did not finish" : "was not run"}: ${failure.replace(/[.]$/, "")}.`;
}
