import { alternativeFor } from "./alternatives.ts";
import { type AnsweredCall, field, sameCall, type Turn } from "./turn.ts";
import { bullets, oneLine, paragraphs, quote, wordCall, wordFailure } from "./wording.ts";

const onlyLooks = new Set(["list_files", "read_file", "search_files", "current_time", "calculate"]);

/** The last word of a turn that changed something, or tried to: what was done, what was not, and why. */
export function summarise(turn: Turn): string {
  const calls = turn.steps.flat();
  const done = calls.filter((call) => call.outcome.kind === "succeeded" && !onlyLooks.has(call.tool));
  const problems = calls.filter(
    (call, index) => isProblem(call) && !wasReplaced(call, calls.slice(index + 1)),
  );
  const [problem, ...others] = problems;
  if (!problem) return wordDone(done);
  if (others.length === 0 && done.length === 0) return wordProblem(problem);
  return paragraphs(
    done.length === 0 ? null : `Done:\n\n${bullets(done.map((call) => wordCall(call).done))}`,
    `Not done:\n\n${bullets(problems.map((call) => `${wordCall(call).toDo}: ${wordFailure(call)}`))}`,
    closing(problems),
  );
}

export const isProblem = (call: AnsweredCall): boolean => call.outcome.kind !== "succeeded";

/** A call that was turned down or had changed, and for which another one was made since. */
function wasReplaced(call: AnsweredCall, later: ReadonlyArray<AnsweredCall>): boolean {
  const { outcome } = call;
  if (outcome.kind === "changed") return later.some((other) => sameCall(call, other));
  if (outcome.kind !== "rejected" || outcome.reason === null) return false;
  const alternative = alternativeFor(call, outcome.reason);
  return alternative !== null && later.some((other) => sameCall(alternative, other));
}

function wordDone(done: ReadonlyArray<AnsweredCall>): string {
  const [first, ...others] = done;
  if (!first) return "There was nothing to do.";
  if (others.length === 0) return `Done. ${wordCall(first).done}.`;
  return `Done:\n\n${bullets(done.map((call) => wordCall(call).done))}`;
}

function wordProblem(call: AnsweredCall): string {
  const { outcome } = call;
  const { toDo } = wordCall(call);
  switch (outcome.kind) {
    case "rejected":
      return outcome.reason === null
        ? paragraphs(
            `I did not ${toDo}: it was rejected, without a reason. I will not try it again.`,
            `What should I do instead? ${proposal(call)}`,
          )
        : paragraphs(
            `Understood, I did not ${toDo}. The reason given: ${quote(outcome.reason)}. I will not try it again.`,
            `${proposal(call)} What would you like?`,
          );
    case "expired":
      return `Nobody decided in time, so I did not ${toDo}. Say “try again”, and I will ask once more.`;
    case "cancelled":
      return `The request to ${toDo} was cancelled before it ran; nothing was done. Say “try again” if you still want it.`;
    case "changed":
      return `I did not ${toDo}: it changed since it was shown, more than once. Nothing was done. Say “try again” when it has settled.`;
    case "interrupted":
      return `I was interrupted while I tried to ${toDo}, and whether it took effect is unknown. I will not repeat it by myself. ${waysToCheck(call)}`;
    case "denied":
      return `I could not ${toDo}. It was refused and did not run: ${oneLine(outcome.text)}`;
    case "failed":
      return `I could not ${toDo}: ${oneLine(outcome.text)}\n\nSay “list files” to see what is there.`;
    case "succeeded":
      return `Done. ${wordCall(call).done}.`;
  }
}

export function closing(problems: ReadonlyArray<AnsweredCall>): string {
  const kinds = new Set(problems.map((call) => call.outcome.kind));
  const rejected = problems.find((call) => call.outcome.kind === "rejected");
  return [
    rejected
      ? `I will not repeat what was rejected. ${proposal(rejected)} What would you like instead?`
      : null,
    kinds.has("expired") || kinds.has("cancelled") || kinds.has("changed")
      ? "Say “try again” to be asked once more."
      : null,
    kinds.has("interrupted") ? "Please check what was interrupted: I will not repeat it by myself." : null,
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}

function proposal(call: AnsweredCall): string {
  switch (call.tool) {
    case "delete_file":
      return "I could move it to `archive/`, for example.";
    case "move_file":
      return "Tell me another name or folder, and I will use that.";
    case "write_file":
      return "I could write it under another name, for example.";
    case "edit_file":
      return "Tell me what the text should be, and I will change it that way.";
    case "fetch_url":
      return "Give me another address, or paste the text here.";
    default:
      return "Tell me another way, and I will take it.";
  }
}

function waysToCheck(call: AnsweredCall): string {
  const path = field(call, "path") ?? field(call, "destination");
  return path === null
    ? "Please check before you ask again."
    : `To check, say “read ${path}” or “list files”.`;
}
