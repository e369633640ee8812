export type TypedDecision = { decision: "approve" | "reject"; all: boolean; reason: string | null };

const approving = new Set(["approve", "yes", "proceed", "ok", "approve all"]);
const rejecting = new Set(["reject", "no", "deny", "cancel", "reject all"]);

/**
 * Whether a text that was typed while approvals wait is a decision. Only exact words are: a text that merely sounds
 * like consent is a message, and with several pending only the words that say "all" can mean them all.
 */
export function readTypedDecision(text: string, pendingCount: number): TypedDecision | null {
  const trimmed = text.trim();
  if (pendingCount < 1 || trimmed.endsWith("?")) return null;

  // Letters of other alphabets that only look the same, or become the same in lower case, are other words.
  const exact = /^[\t\n\r -~]*$/.test(text);
  const words = exact ? trimmed.replace(/[.!]$/, "").toLowerCase() : "";
  const all = words === "approve all" || words === "reject all";
  if (pendingCount > 1 && !all) return null;
  if (approving.has(words)) return { decision: "approve", all, reason: null };
  if (rejecting.has(words)) return { decision: "reject", all, reason: null };

  const reason = /^no,\s*(\S[\s\S]*)$/i.exec(trimmed)?.[1];
  return reason === undefined ? null : { decision: "reject", all: false, reason };
}
