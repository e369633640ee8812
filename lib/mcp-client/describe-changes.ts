import canonicalize from "canonicalize";
import { lineDiff } from "../policy/line-diff.ts";
import { wholeCharacters } from "../policy/storable-text.ts";
import { visibleText } from "../policy/visible-text.ts";
import type { Definition } from "./definition.ts";

/** Of each part, enough for all of the old and the new one unless they are nested very deeply. */
const mostCharacters = 200_000;
/** Definitions are compared by the thousand, while others wait. */
const mostSought = 200;

/** What changed between two definitions, as a diff that a person can read; an empty text when nothing did. */
export function describeChanges(before: Definition, after: Definition): string {
  const parts = [
    part("Title", before.title ?? "", after.title ?? ""),
    part("Description", before.description ?? "", after.description ?? ""),
    part("Input schema", readable(before.inputSchema), readable(after.inputSchema)),
    part("Annotations", readable(before.annotations), readable(after.annotations)),
  ];
  return parts.filter((text) => text !== null).join("\n\n");
}

/** Hidden characters are written out on both sides: a change that cannot be seen is the one to look at. */
function part(heading: string, before: string, after: string): string | null {
  if (before === after) return null;
  const hunks = lineDiff(lines(before), lines(after), { context: 2, mostSought });
  const changed = hunks.flatMap((hunk, index) => [
    ...(index > 0 ? ["  …"] : []),
    ...hunk.lines.filter((line) => !line.startsWith("\\")).map((line) => `${line[0]} ${line.slice(1)}`),
  ]);
  return capped([heading, ...changed].join("\n"));
}

function capped(text: string): string {
  if (text.length <= mostCharacters) return text;
  const rest = (text.length - mostCharacters).toLocaleString("en");
  return `${wholeCharacters(text.slice(0, mostCharacters)).whole}\n… ${rest} more characters changed and are not shown here.`;
}

const lines = (text: string): string => (text === "" ? "" : `${visibleText(text)}\n`);

/** In canonical order, so that fields which only moved are no change. */
function readable(value: unknown): string {
  if (value === null) return "";
  const canonical = canonicalize(value);
  return canonical === undefined ? "" : JSON.stringify(JSON.parse(canonical), null, 2);
}
