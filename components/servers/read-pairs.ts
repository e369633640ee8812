type Pairs = { pairs: Record<string, string>; problem: string | null };

/** Lines of `name separator value`; empty lines count for nothing. The first line that is none is named. */
export function readPairs(text: string, separator: ":" | "="): Pairs {
  const entries: [string, string][] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const at = line.indexOf(separator);
    const name = line.slice(0, at).trim();
    if (at < 1 || !/^[^\s:=]+$/.test(name)) {
      const example = separator === ":" ? "X-Api-Key: value" : "NAME=value";
      // The line may hold a secret: only its place is told.
      return { pairs: {}, problem: `Line ${text.split("\n").indexOf(line) + 1} is not like “${example}”.` };
    }
    const value = line.slice(at + 1);
    entries.push([name, separator === ":" ? value.trim() : value]);
  }
  return { pairs: Object.fromEntries(entries), problem: null };
}
