import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import type { Annotations } from "../../mcp-client/definition.ts";
import { matches, toolGroups } from "../../mcp-client/suggestion.ts";

type Selecting = { tools: readonly string[]; requireApproval: readonly string[] | null };
type KnownTool = { originalName: string; annotations: Annotations };

/** The tools that a server ever listed: one that is away for a while may be named. */
export async function knownTools(database: Executor, serverId: string): Promise<KnownTool[]> {
  return database.query<KnownTool>(sql`
    select original_name as "originalName", definition->'annotations' as annotations
    from server_tools where server_id = ${text(serverId)}`);
}

/** A name that means no tool is a mistake, and said so, as soon as any tool is known. */
export function refuseUnknownTools(tools: readonly string[], known: readonly KnownTool[]): void {
  if (known.length === 0) return;
  const names = new Set(known.map(({ originalName }) => originalName));
  refuse(
    "tools",
    tools.find((selector) => !isGroup(selector) && !names.has(selector)),
  );
}

/** A tool that is off cannot ask. While none is known, only what contradicts itself is a mistake. */
export function refuseUnknownApproval(
  { tools, requireApproval }: Selecting,
  { known, trusted }: { known: readonly KnownTool[]; trusted: boolean },
): void {
  const on = new Set(
    known
      .filter((tool) => tools.some((selector) => matches(selector, tool, trusted)))
      .map(({ originalName }) => originalName),
  );
  const mayBeOn = (name: string) =>
    known.length === 0 ? tools.some(isGroup) || tools.includes(name) : on.has(name);
  refuse(
    "requireApproval",
    requireApproval?.find((selector) => !isGroup(selector) && !mayBeOn(selector)),
  );
}

/** Names that were given before the tools were known, and turned out to mean none. */
export const unmatchedNames = (
  requireApproval: readonly string[] | null,
  known: readonly string[],
): string[] => (requireApproval ?? []).filter((selector) => !isGroup(selector) && !known.includes(selector));

const isGroup = (selector: string): boolean => toolGroups.some((group) => group === selector);

function refuse(field: keyof Selecting, missing: string | undefined): void {
  if (missing === undefined) return;
  const where = field === "tools" ? "what the server lists" : "tools";
  throw new AppError("invalid", `${field}: ${missing} is not among ${where}`, { field });
}
