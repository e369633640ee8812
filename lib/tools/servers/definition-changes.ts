import type { Definition } from "../../mcp-client/definition.ts";
import { describeChanges } from "../../mcp-client/describe-changes.ts";
import { fingerprint } from "../../mcp-client/fingerprint.ts";

type Compared = { reviewed: Definition; definition: Definition; fingerprint: string };

const mostCharacters = 10_000_000;
const described = new Map<string, string>();
let characters = 0;

/** What there is to review of a definition. It is looked at with every list and every call, and worked out once. */
export function definitionChanges(row: Compared): string {
  const pair = `${fingerprint(row.reviewed)} ${row.fingerprint}`;
  const known = described.get(pair);
  if (known !== undefined) return known;
  const changes =
    describeChanges(row.reviewed, row.definition) ||
    "It says the same of itself, but comes from elsewhere than the one that was reviewed.";
  if (characters + changes.length > mostCharacters) {
    described.clear();
    characters = 0;
  }
  described.set(pair, changes);
  characters += changes.length;
  return changes;
}
