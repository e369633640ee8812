import { alternativeFor } from "../alternatives.ts";
import type { Intent } from "../intent.ts";
import { summarise } from "../summarise.ts";
import { act, type PlannedCall, type Reply, say, type Turn } from "../turn.ts";
import { bullets, paragraphs, wordCall } from "../wording.ts";

const examples = paragraphs(
  "Three things that work:",
  bullets(["“Delete the old reports”", "“Rename notes.md to ideas.md”", "“What is in reports?”"]),
);

/** What to answer when nothing was understood. */
export const notUnderstood: Reply = say(
  paragraphs("I am the demo model and know only a few things; this was not one of them.", examples),
);

const tryAgain: Intent = {
  name: "try again",
  pattern:
    /^(?:try|ask|do|run)\s+(?:(?:it|that|this|them|me)\s+)?(?:again|once more)\b|^(?:retry|once more|again)\b/i,
  reply(_match, turn) {
    const calls = turn.earlier.filter((call) => call.outcome.kind !== "succeeded");
    if (calls.length === 0) return say("There is nothing to try again: all that I called has run.");
    return performFollowUp(turn, calls, "I ask again to");
  },
};

/** "Archive it instead", said as a message of its own after something was not run. */
const instead: Intent = {
  name: "another way",
  pattern: /\b(?:it|them|that|those|these|instead)\b/i,
  reply(_match, turn) {
    const calls = turn.earlier
      .filter((call) => call.outcome.kind !== "succeeded")
      .map((call) => alternativeFor(call, turn.text))
      .filter((call) => call !== null);
    return calls.length === 0 ? null : performFollowUp(turn, calls, "Instead I will");
  },
};

function performFollowUp(turn: Turn, calls: ReadonlyArray<PlannedCall>, opening: string): Reply {
  if (turn.steps.length > 0) return say(summarise(turn));
  return act(
    `${opening} ${calls.map((call) => wordCall(call).toDo).join(", ")}.`,
    ...calls.map(({ tool, input }) => ({ tool, input })),
  );
}

const greeting: Intent = {
  name: "greeting",
  pattern:
    /^(?:hi|hello|hey|good (?:morning|afternoon|evening)|help|what can you do|who are you)\b[\s\S]{0,40}$/i,
  reply: () =>
    say(
      paragraphs(
        "Hello! I am the demo model: no provider is set up, so I follow simple rules. I can read, search, write, move and delete files in the workspace; whatever changes something waits for your approval.",
        examples,
      ),
    ),
};

const thanks: Intent = {
  name: "thanks",
  pattern: /^(?:thanks|thank you|cheers|great|perfect|nice|good|well done)\b.{0,40}$/i,
  reply: () => say("You are welcome."),
};

const declined: Intent = {
  name: "nothing more",
  pattern: /^(?:no|nothing|never ?mind|leave it|forget it|that is all|that's all)\b.{0,30}$/i,
  reply: () => say("All right, I leave it as it is."),
};

export const followUps: ReadonlyArray<Intent> = [tryAgain, instead];
export const smallTalk: ReadonlyArray<Intent> = [greeting, thanks, declined];
