const amount = /-?\d{1,3}(?:,\d{3})+(?:\.\d+)?|-?\d+(?:\.\d+)?/g;

/** The line with the total as it is and as it should be, from the last number of each line of a table or list above. */
export function correctTotal(content: string): { oldText: string; newText: string; sum: string } | null {
  const lines = content.split("\n");
  const at = lines.findIndex((line) => /\btotal\b/i.test(line) && lastAmount(line) !== null);
  const oldText = lines[at]?.trim();
  const old = oldText === undefined ? null : lastAmount(oldText);
  if (oldText === undefined || old === null) return null;
  const parts = lines
    .slice(0, at)
    .filter((line) => /^\s*(?:\||[-*]\s)|:\s*[^\s]*\d/.test(line))
    .map(lastAmount)
    .filter((part) => part !== null);
  if (parts.length === 0) return null;
  const decimals = Math.max(...[old, ...parts].map((part) => part.split(".")[1]?.length ?? 0));
  const value = parts.reduce((sum, part) => sum + Number(part.replaceAll(",", "")), 0);
  const grouped = [old, ...parts].some((part) => part.includes(","));
  const sum = value.toLocaleString("en-US", {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    useGrouping: grouped,
  });
  const from = oldText.lastIndexOf(old);
  return { oldText, newText: `${oldText.slice(0, from)}${sum}${oldText.slice(from + old.length)}`, sum };
}

const lastAmount = (line: string): string | null => line.match(amount)?.at(-1) ?? null;
