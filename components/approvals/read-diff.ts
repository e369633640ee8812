export type DiffLine = { kind: "added" | "removed" | "same" | "aside"; text: string };

export type FileDiff = {
  /** What happens to which file, in words; null where the diff names none. */
  heading: string | null;
  lines: DiffLine[];
};

const count = (lines: number) => `${lines} ${lines === 1 ? "line" : "lines"}`;

/** A unified diff as a person reads it: the file and the sums in words, the changed lines with their signs. */
export function readDiff(text: string): FileDiff {
  const all = text.replace(/\n$/, "").split("\n");
  const [, before] = /^--- (.*)$/.exec(all[0] ?? "") ?? [];
  const [, after] = /^\+\+\+ (.*)$/.exec(all[1] ?? "") ?? [];
  const named = before !== undefined && after !== undefined;
  const isNew = before === "/dev/null";
  const lines = (named ? all.slice(2) : all).flatMap((line) => readLine(line, isNew));
  if (!named) return { heading: null, lines };
  const added = lines.filter(({ kind }) => kind === "added").length;
  const removed = lines.filter(({ kind }) => kind === "removed").length;
  const heading = isNew
    ? `New file ${after}, ${count(added)}`
    : `What would change in ${after}: ${count(added)} added, ${removed} removed`;
  return { heading, lines };
}

function readLine(line: string, isNew: boolean): DiffLine[] {
  const [, start] = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(line) ?? [];
  // A new file is all there is: it has no place to name.
  if (start !== undefined) return isNew ? [] : [{ kind: "aside", text: `line ${start}` }];
  if (line.startsWith("\\")) return [{ kind: "aside", text: "no line break at the end" }];
  const kind = line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "same";
  return [{ kind, text: line }];
}
