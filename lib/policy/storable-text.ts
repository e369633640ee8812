const nul = String.fromCharCode(0);
const replacement = "\uFFFD";

/** Postgres text holds no NUL and no lone surrogate: they are replaced, visibly. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll(nul, replacement);

/** The same, through any JSON value; `change` is what becomes of a text that is no name. */
export function storableValue(value: unknown, change: (text: string) => string = storableText): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => storableValue(item, change));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [storableText(key), storableValue(item, change)]),
    );
  }
  return value;
}

/** Without the first half of a character at its end, which is held until the other half comes. */
export function wholeCharacters(text: string): { whole: string; held: string } {
  const held = /[\uD800-\uDBFF]$/.exec(text)?.[0] ?? "";
  return { whole: text.slice(0, text.length - held.length), held };
}
