export const maximumDepth = 64;
export const nestedTooDeep = `It is nested deeper than ${maximumDepth} levels.`;

export type Unstorable = { field: string; message: string };

/** The first text that the database cannot hold, or nesting past its bound; null when all is well. */
export function findUnstorable(value: unknown, fields: readonly string[] = []): Unstorable | null {
  const field = fields.join(".");
  if (fields.length > maximumDepth) return { field, message: nestedTooDeep };
  if (typeof value === "string") return describeText(value, field);
  if (typeof value !== "object" || value === null) return null;
  for (const [key, item] of Object.entries(value)) {
    const badKey = describeText(key, [...fields, "a name"].join("."));
    const found = badKey ?? findUnstorable(item, [...fields, key]);
    if (found !== null) return found;
  }
  return null;
}

function describeText(text: string, field: string): Unstorable | null {
  const named = `The field ${JSON.stringify(field)}`;
  if (text.includes("\0"))
    return { field, message: `${named} contains a NUL character, which cannot be stored.` };
  if (!text.isWellFormed())
    return { field, message: `${named} contains half of a surrogate pair, which cannot be stored.` };
  return null;
}
