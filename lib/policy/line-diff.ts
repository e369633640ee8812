import { type StructuredPatchHunk, structuredPatch } from "diff";

type Bounds = {
  /** How many lines that stayed are shown around what changed. */
  context: number;
  /** Finding the shortest change grows with the square of what changed; past this many lines the plain one serves. */
  mostSought: number;
};

/** What changed between two texts, line by line, in a time that their author cannot stretch. */
export function lineDiff(
  before: string,
  after: string,
  { context, mostSought }: Bounds,
): StructuredPatchHunk[] {
  const options = { context, maxEditLength: mostSought };
  const shortest = structuredPatch("", "", before, after, undefined, undefined, options);
  return shortest?.hunks ?? [plainHunk(toLines(before), toLines(after), context)];
}

/** What the two have in common at both ends stays; everything between goes out and comes in. */
function plainHunk(old: string[], next: string[], context: number): StructuredPatchHunk {
  const shorter = Math.min(old.length, next.length);
  let start = 0;
  while (start < shorter && old[start] === next[start]) start += 1;
  let end = 0;
  while (end < shorter - start && old[old.length - 1 - end] === next[next.length - 1 - end]) end += 1;
  const head = Math.max(0, start - context);
  const tail = Math.max(0, end - context);
  return {
    oldStart: head + 1,
    oldLines: old.length - tail - head,
    newStart: head + 1,
    newLines: next.length - tail - head,
    lines: [
      ...marked(" ", old.slice(head, start)),
      ...marked("-", old.slice(start, old.length - end)),
      ...marked("+", next.slice(start, next.length - end)),
      ...marked(" ", old.slice(old.length - end, old.length - tail)),
    ],
  };
}

/** Lines with their ends, so that a missing last newline is a difference. */
const toLines = (text: string): string[] => text.split(/(?<=\n)/).filter((line) => line !== "");

const marked = (sign: string, lines: string[]): string[] =>
  lines.flatMap((line) =>
    line.endsWith("\n") ? [sign + line.slice(0, -1)] : [sign + line, "\\ No newline at end of file"],
  );
