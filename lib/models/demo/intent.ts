import type { Reply, Turn } from "./turn.ts";

/** A request that the demo model understands. The first intent whose pattern matches and that replies has it. */
export type Intent = {
  name: string;
  /** Matched against the request without its opening courtesies. */
  pattern: RegExp;
  /** What to do next, given what was called so far; null when this is not what was meant after all. */
  reply: (match: RegExpExecArray, turn: Turn) => Reply | null;
};

const courtesy =
  /^(?:(?:hi|hello|hey)(?: there)?[,!.]|please|can you|could you|would you|will you|now|then|ok(?:ay)?|so|and|i want you to|i(?:'d| would) like you to|let's|go ahead and|just|,)\s+/i;

export function withoutCourtesy(text: string): string {
  let rest = text.trim();
  while (courtesy.test(rest)) rest = rest.replace(courtesy, "");
  return rest.replace(/[,\s]+(?:please|thanks|thank you)\s*[.!?]*$/i, "").trim();
}
