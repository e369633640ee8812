import { mostOffered } from "../../lib/policy/most-offered.ts";
import type { ToolView } from "../../lib/tools/schema.ts";

const nearlyTooMany = 110;
const charactersPerToken = 3.5;

type Offered = Pick<ToolView, "enabled" | "name" | "description" | "inputSchema">;

export type Weight = { count: number; tokens: number; state: "fits" | "nearly" | "too many" };

/** How many tools a model would be given with each message, and what they would cost it to read, roughly. */
export function weightOf(tools: readonly Offered[]): Weight {
  const offered = tools.filter(({ enabled }) => enabled);
  const characters = offered.reduce(
    (sum, { name, description, inputSchema }) =>
      sum + JSON.stringify({ name, description, parameters: inputSchema }).length,
    0,
  );
  const count = offered.length;
  const state = count > mostOffered ? "too many" : count >= nearlyTooMany ? "nearly" : "fits";
  return { count, tokens: Math.round(characters / charactersPerToken), state };
}
