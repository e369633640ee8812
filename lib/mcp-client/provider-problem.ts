type Schema = Record<string, unknown>;

const oneSchema = [
  "additionalItems",
  "additionalProperties",
  "contains",
  "else",
  "if",
  "not",
  "propertyNames",
  "then",
];
const lists = ["allOf", "anyOf", "oneOf"];
const maps = ["$defs", "definitions", "dependencies", "patternProperties", "properties"];

/**
 * What model providers do not take in a schema that is otherwise valid, as the end of a sentence; null when there is
 * nothing. They refuse the whole request for it, with all other tools, and read keywords of every dialect: a keyword
 * that counts for nothing in the schema's own is looked at here too.
 */
export function providerProblem(schema: unknown, where = ""): string | null {
  if (typeof schema === "boolean") return null;
  if (!isObject(schema)) return `model providers take no such schema${where}`;
  const { propertyNames, pattern } = schema;
  if (propertyNames !== undefined && !isOfTexts(propertyNames)) {
    return `model providers take no propertyNames but one of the type "string"${where}`;
  }
  if (pattern !== undefined && typeof pattern !== "string") {
    return `model providers take no such pattern${where}`;
  }
  for (const [keyword, value] of Object.entries(schema)) {
    const inner = schemasIn(keyword, value);
    const at = where === "" ? ` in ${keyword}` : where;
    if (inner === null) return `model providers take no such schema${at}`;
    for (const each of inner) {
      const problem = providerProblem(each, at);
      if (problem !== null) return problem;
    }
  }
  return null;
}

/** The schemas that stand under a keyword; null where there should be some and are not. */
function schemasIn(keyword: string, value: unknown): unknown[] | null {
  if (oneSchema.includes(keyword)) return [value];
  if (keyword === "items") return Array.isArray(value) ? value : [value];
  if (lists.includes(keyword)) return Array.isArray(value) ? value : null;
  if (!maps.includes(keyword)) return [];
  if (!isObject(value)) return null;
  const isListOfNames = (each: unknown) => keyword === "dependencies" && Array.isArray(each);
  return Object.values(value).filter((each) => !isListOfNames(each));
}

const isOfTexts = (schema: unknown): boolean =>
  isObject(schema) && (schema.type === undefined || schema.type === "string");

const isObject = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
