import type { Channel, Decision } from "@/lib/approvals/schema";

const reader = "owner";

/** The words after the name, where a person decided elsewhere than on these pages. */
const ways: Partial<Record<Channel, string>> = {
  api: " over the API",
  cli: " on the command line",
  link: " over a link",
};

/**
 * Who decided, to follow "Approved": "by you" only where the reader did so on these pages. A token and an outside client
 * act in the reader's name too, and may have agreed without asking; null where the clock or a stop decided.
 */
export function decidedBy({ by, channel, decision }: Decision): string | null {
  if (decision === "expire" || decision === "cancel") return null;
  if (channel === "mcp") return `in ${clientIn(by.name) ?? "an outside client"}`;
  const here = channel === "chat" || channel === "inbox" || channel === "message";
  return here && by.id === reader ? "by you" : `by ${by.name}${ways[channel] ?? ""}`;
}

/** What an outside client says of itself stands after the name of the person whose token it has: "Owner (An IDE)". */
function clientIn(name: string): string | null {
  return /^.*? \((.+)\)$/s.exec(name)?.[1] ?? null;
}
