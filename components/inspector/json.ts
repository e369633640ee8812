export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function parseJson(text: string): { value: unknown } | { problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "it cannot be read" };
  }
}

/** The text as a JSON object, or what is wrong with it. */
export function parseObject(text: string): { value: JsonObject } | { problem: string } {
  const parsed = parseJson(text);
  if ("problem" in parsed) return { problem: `Not JSON: ${parsed.problem}` };
  return isObject(parsed.value) ? { value: parsed.value } : { problem: "An object, in { }." };
}
