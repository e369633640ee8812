import { adapt } from "./adapt.ts";
import { readExplicitCalls } from "./explicit-calls.ts";
import { withoutCourtesy } from "./intent.ts";
import { notUnderstood } from "./intents/conversation.ts";
import { intents } from "./intents/intents.ts";
import { reportCalls } from "./report-calls.ts";
import { isProblem, summarise } from "./summarise.ts";
import { act, type Reply, say, type Turn } from "./turn.ts";
import { paragraphs, quote } from "./wording.ts";

/** What the model says and calls next. */
export function answer(turn: Turn): Reply {
  const reply = adapt(turn) ?? carryOut(turn) ?? explainProblems(turn) ?? understand(turn);
  return withNotes(turn, reply);
}

function carryOut(turn: Turn): Reply | null {
  const explicit = readExplicitCalls(turn.text, turn.tools);
  if (!explicit) return null;
  if ("problem" in explicit) return say(explicit.problem);
  return turn.steps.length === 0 ? act("", ...explicit.calls) : say(reportCalls(turn));
}

function explainProblems(turn: Turn): Reply | null {
  return turn.steps.at(-1)?.some(isProblem) ? say(summarise(turn)) : null;
}

/** A pattern may look at each place of a text from each other one: the longest message would take it minutes. */
const longestRequest = 4_000;

const tooLong = say(
  "That is too long for me: I am the demo model, follow simple rules, and read requests of up to 4,000 characters. A line such as `call write_file {…}` may be longer.",
);

function understand(turn: Turn): Reply {
  if (turn.text.length > longestRequest) return tooLong;
  const request = withoutCourtesy(turn.text);
  for (const intent of intents) {
    const match = intent.pattern.exec(request);
    const reply = match && intent.reply(match, turn);
    if (reply) return onlyWithOfferedTools(turn, reply);
  }
  return notUnderstood;
}

function onlyWithOfferedTools(turn: Turn, reply: Reply): Reply {
  const missing = reply.calls.find((call) => !turn.tools.has(call.tool));
  if (!missing) return reply;
  return say(`I would need the tool \`${missing.tool}\` for that, and it is not switched on here.`);
}

/** What a person wrote with an approval is answered before anything else. */
function withNotes(turn: Turn, reply: Reply): Reply {
  const notes = (turn.steps.at(-1) ?? []).flatMap(({ outcome }) =>
    outcome.kind === "succeeded" && outcome.note !== null ? [outcome.note] : [],
  );
  if (notes.length === 0) return reply;
  return { ...reply, text: paragraphs(`Noted: ${[...new Set(notes)].map(quote).join(", ")}.`, reply.text) };
}
