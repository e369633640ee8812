import { readTypedDecision } from "../../lib/policy/typed-decision";

export type MessageBody = { text: string; approvals?: string[] };

/**
 * A text that could decide something goes with what the page shows, none included: the server must not take it for a
 * decision about a card that nobody has seen here.
 */
export function messageBody(text: string, shown: readonly { id: string }[]): MessageBody {
  // Every word that decides several decides one as well.
  const couldDecide = readTypedDecision(text, 1) !== null;
  return couldDecide ? { text, approvals: shown.map(({ id }) => id) } : { text };
}
