import type { Definition } from "../../mcp-client/definition.ts";
import { describeChanges } from "../../mcp-client/describe-changes.ts";
import { fingerprint } from "../../mcp-client/fingerprint.ts";

type Compared = {
  reviewed: Definition;
  reviewed_fingerprint: string;
  definition: Definition;
  fingerprint: string;
};

const mostCharacters = 10_000_000;
const described = new Map<string, string>();
let characters = 0;

/** What there is to review of a definition. It is looked at with every list and every call, and worked out once. */
export function definitionChanges(row: Compared): string {
  const pair = `${reviewedFingerprint(row)} ${row.fingerprint}`;
  const known = described.get(pair);
  if (known !== undefined) return known;
  const changes =
    describeChanges(row.reviewed, row.definition) ||
    "It says the same of itself, but comes from elsewhere than the one that was reviewed.";
  described.set(pair, changes);
  characters += changes.length;
  for (const [oldest, { length }] of described) {
    if (characters <= mostCharacters) break;
    described.delete(oldest);
    characters -= length;
  }
  return changes;
}

/** In place of a fingerprint the row may say why there is none. */
const reviewedFingerprint = ({ reviewed, reviewed_fingerprint: known }: Compared): string =>
  known.startsWith("sha256:") ? known : fingerprint(reviewed);
