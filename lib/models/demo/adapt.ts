import { alternativeFor } from "./alternatives.ts";
import { contentOf } from "./results.ts";
import {
  type AnsweredCall,
  act,
  field,
  type PlannedCall,
  type Reply,
  type Step,
  sameCall,
  type Turn,
} from "./turn.ts";
import { bullets, paragraphs, quote, wordCall } from "./wording.ts";

/** Another way, or another look, when the latest calls did not all run; null when there is none to take. */
export function adapt(turn: Turn): Reply | null {
  const last = turn.steps.at(-1);
  if (!last) return null;
  return takeAlternatives(turn, last) ?? lookAgain(turn, last) ?? askAgain(turn, last);
}

/** A reason such as "archive it instead" names another way: take it, once. */
function takeAlternatives(turn: Turn, last: Step): Reply | null {
  const made: PlannedCall[] = [...turn.steps.flat()];
  const reasons = new Set<string>();
  const calls: PlannedCall[] = [];
  for (const call of last) {
    if (call.outcome.kind !== "rejected" || call.outcome.reason === null) continue;
    const alternative = alternativeFor(call, call.outcome.reason);
    if (!alternative || !turn.tools.has(alternative.tool)) continue;
    if (made.some((other) => sameCall(alternative, other))) continue;
    made.push(alternative);
    calls.push(alternative);
    reasons.add(call.outcome.reason);
  }
  if (calls.length === 0) return null;
  const understood = `Understood: ${[...reasons].map(quote).join(", ")}.`;
  const [only, ...others] = calls.map((call) => wordCall(call).toDo);
  return act(
    others.length === 0
      ? `${understood} I will ${only} instead.`
      : paragraphs(`${understood} Instead I will:`, bullets([only ?? "", ...others])),
    ...calls,
  );
}

/** The file is another than the one that was shown: read it before asking once more. */
function lookAgain(turn: Turn, last: Step): Reply | null {
  const paths = last
    .filter((call) => call.outcome.kind === "changed" && timesMade(turn, call) === 1)
    .map(pathOf)
    .filter((path) => path !== null);
  if (paths.length === 0 || !turn.tools.has("read_file")) return null;
  return act(
    `${paths.map((path) => `\`${path}\``).join(", ")} changed since it was shown, so nothing was done to it. I look at it again first.`,
    ...paths.map((path) => ({ tool: "read_file", input: { path } })),
  );
}

function askAgain(turn: Turn, last: Step): Reply | null {
  const changed = (turn.steps.at(-2) ?? []).filter((call) => call.outcome.kind === "changed");
  const calls = changed.filter(
    (call) => timesMade(turn, call) === 1 && last.some((read) => stillFits(call, read)),
  );
  if (calls.length === 0) return null;
  return act(
    `I have looked again, and what you asked for still applies. So I ask once more to ${calls.map((call) => wordCall(call).toDo).join(", ")}.`,
    ...calls.map(({ tool, input }) => ({ tool, input })),
  );
}

function stillFits(call: AnsweredCall, read: AnsweredCall): boolean {
  if (read.tool !== "read_file" || read.outcome.kind !== "succeeded" || pathOf(read) !== pathOf(call))
    return false;
  const oldText = call.tool === "edit_file" ? field(call, "oldText") : null;
  return oldText === null || contentOf(read).includes(oldText);
}

const pathOf = (call: PlannedCall): string | null => field(call, "path") ?? field(call, "source");

const timesMade = (turn: Turn, call: PlannedCall): number =>
  turn.steps.flat().filter((other) => sameCall(call, other)).length;
