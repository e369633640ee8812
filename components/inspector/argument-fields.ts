import { isObject, type JsonObject, parseJson } from "./json";

export type ArgumentField = {
  name: string;
  kind: "text" | "number" | "integer" | "boolean" | "choice" | "json";
  required: boolean;
  description: string | null;
  choices: unknown[];
  /** What the field holds at first: the schema's default. */
  initial: string;
};

/** The fields of a form for this schema; null where only JSON can say it. */
export function argumentFields(schema: JsonObject): ArgumentField[] | null {
  if (schema.type !== undefined && schema.type !== "object") return null;
  if (schema.anyOf || schema.oneOf || schema.allOf || schema.$ref) return null;
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.entries(properties).map(([name, property]) => {
    const { kind, choices } = kindOf(property);
    const given = isObject(property) ? property : {};
    const field = { name, kind, choices, required: required.includes(name) };
    const description = typeof given.description === "string" ? given.description : null;
    return { ...field, description, initial: initialText(field, given.default) };
  });
}

function kindOf(property: unknown): Pick<ArgumentField, "kind" | "choices"> {
  if (!isObject(property)) return { kind: "json", choices: [] };
  if (Array.isArray(property.enum) && property.enum.length > 0)
    return { kind: "choice", choices: property.enum };
  if (property.const !== undefined) return { kind: "choice", choices: [property.const] };
  const kinds = { string: "text", number: "number", integer: "integer", boolean: "boolean" } as const;
  const known = typeof property.type === "string" && Object.hasOwn(kinds, property.type);
  return { kind: known ? kinds[property.type as keyof typeof kinds] : "json", choices: [] };
}

function initialText(
  { kind, choices, required }: Pick<ArgumentField, "kind" | "choices" | "required">,
  given: unknown,
) {
  if (given !== undefined) return kind === "text" ? String(given) : JSON.stringify(given);
  if (kind === "choice" && required) return JSON.stringify(choices[0]);
  return kind === "boolean" && required ? "false" : "";
}

export type ReadArguments = { arguments: JsonObject } | { problems: Record<string, string> };

/** What the fields say, as arguments. A field that is empty and not required is left out. */
export function readArguments(fields: ArgumentField[], texts: Record<string, string>): ReadArguments {
  const entries: [string, unknown][] = [];
  const problems: [string, string][] = [];
  for (const field of fields) {
    const text = Object.hasOwn(texts, field.name) ? (texts[field.name] ?? "") : field.initial;
    if (text.trim() === "" && field.kind !== "text") {
      if (field.required) problems.push([field.name, "This is required."]);
      continue;
    }
    if (text === "" && !field.required) continue;
    const read = readValue(field, text);
    if ("problem" in read) problems.push([field.name, read.problem]);
    else entries.push([field.name, read.value]);
  }
  if (problems.length > 0) return { problems: Object.fromEntries(problems) };
  return { arguments: Object.fromEntries(entries) };
}

function readValue({ kind }: ArgumentField, text: string): { value: unknown } | { problem: string } {
  if (kind === "text") return { value: text };
  if (kind === "number" || kind === "integer") {
    const value = Number(text);
    if (!Number.isFinite(value)) return { problem: "A number." };
    return kind === "integer" && !Number.isInteger(value) ? { problem: "A whole number." } : { value };
  }
  const parsed = parseJson(text);
  return "problem" in parsed ? { problem: `Not JSON: ${parsed.problem}` } : parsed;
}
