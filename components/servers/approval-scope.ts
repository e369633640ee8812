import type { ToolView } from "../../lib/tools/schema.ts";
import type { ServerView } from "../../lib/tools/servers/server-schema.ts";

export type Scope = "@all" | "@write" | "@destructive" | "named";

export const scopes: { scope: Scope; words: string; hint: string }[] = [
  { scope: "@all", words: "All", hint: "every call waits for you" },
  { scope: "@write", words: "Everything that writes", hint: "what only reads runs at once" },
  {
    scope: "@destructive",
    words: "Everything destructive",
    hint: "what changes without destroying runs too",
  },
  { scope: "named", words: "Named tools", hint: "those that you choose below" },
];

/** The widest of the selectors says it; names alone, or none, are a choice of their own. */
export function scopeOf(requireApproval: readonly string[]): Scope {
  return scopes.find(({ scope }) => requireApproval.includes(scope))?.scope ?? "named";
}

/** The names that may be chosen: of the tools that the server's own setting has on, and those chosen already. */
export function choosableNames(
  { tools: on, requireApproval }: Pick<ServerView, "tools" | "requireApproval">,
  tools: readonly Pick<ToolView, "name" | "originalName" | "enabled">[],
): string[] {
  const isOn = ({ name, originalName, enabled }: (typeof tools)[number]) =>
    on.includes("@all") || on.includes(originalName ?? name) || (enabled && on.some(isGroup));
  const names = tools.filter(isOn).map(({ name, originalName }) => originalName ?? name);
  return [...new Set([...names, ...requireApproval.filter((selector) => !isGroup(selector))])];
}

const isGroup = (selector: string): boolean => selector.startsWith("@");

/** Whether the second asks less often than the first, or may. Of a server that is not trusted each group means all. */
export function isNarrower(from: readonly string[], to: readonly string[], trusted: boolean): boolean {
  const meaning = (selectors: readonly string[]): Scope => {
    const scope = scopeOf(selectors);
    return trusted || scope === "named" ? scope : "@all";
  };
  const [before, after] = [meaning(from), meaning(to)];
  const width = (meant: Scope) => scopes.findIndex(({ scope }) => scope === meant);
  if (before !== after) return width(after) > width(before);
  if (!trusted && after === "@all") return false;
  return from.some((selector) => !to.includes(selector));
}
