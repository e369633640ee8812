import type { Risk } from "../policy/risk.ts";
import type { Annotations } from "./definition.ts";

export type Suggestion = { risk: Risk; asks: boolean };

const levels: Risk[] = ["L0", "L1", "L2", "L3", "L4", "L5"];

/**
 * The risk and the flag that a tool starts with. The hints of a server that nobody marked as trusted are no evidence:
 * its tools ask, whatever they say, and they can only make the risk higher.
 */
export function suggest(annotations: Annotations, trusted: boolean): Suggestion {
  const told = byAnnotations(annotations);
  if (trusted) return told;
  return { risk: levels.indexOf(told.risk) > levels.indexOf("L3") ? told.risk : "L3", asks: true };
}

function byAnnotations({ readOnlyHint, destructiveHint, openWorldHint }: Annotations): Suggestion {
  if (destructiveHint === true) return { risk: openWorldHint === true ? "L5" : "L4", asks: true };
  if (readOnlyHint === true) return { risk: openWorldHint === false ? "L0" : "L1", asks: false };
  return { risk: openWorldHint === true ? "L3" : "L2", asks: true };
}

/** Selectors that mean several tools; any other is the name of one. */
export const toolGroups = ["@all", "@write", "@destructive"] as const;

/**
 * Whether a selector of a server's settings means this tool: `@all`, `@write` (all that does not only read),
 * `@destructive` (all that may destroy; a hint that is missing means it may, as the protocol has it), or a name.
 */
export function matches(
  selector: string,
  tool: { originalName: string; annotations: Annotations },
  trusted: boolean,
): boolean {
  const { readOnlyHint, destructiveHint } = tool.annotations;
  if (selector === "@all") return true;
  if (selector === "@write") return !trusted || readOnlyHint !== true || destructiveHint === true;
  if (selector === "@destructive") {
    return !trusted || destructiveHint === true || (readOnlyHint !== true && destructiveHint !== false);
  }
  return selector === tool.originalName;
}
