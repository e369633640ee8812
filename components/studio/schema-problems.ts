import { isObject } from "../inspector/json";

export type SchemaProblem = { path: (string | number)[]; message: string };

const types = ["string", "number", "integer", "boolean", "object", "array", "null"];
const known = types.join(", ");

/** The mistakes that people make in a JSON Schema, each with its place. Whether it is one is for the server to say. */
export function schemaProblems(schema: unknown): SchemaProblem[] {
  const found = problemsIn(schema, []);
  if (isObject(schema) && schema.type !== undefined && schema.type !== "object") {
    found.unshift({ path: ["type"], message: "The input of a tool is an object." });
  }
  return found;
}

function problemsIn(schema: unknown, path: SchemaProblem["path"]): SchemaProblem[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [{ path, message: "A schema is an object." }];
  const at = (key: string, message: string) => ({ path: [...path, key], message });
  const found: SchemaProblem[] = [];
  const wanted = Array.isArray(schema.type) ? schema.type : [schema.type ?? "object"];
  if (wanted.some((type) => !types.includes(String(type)))) found.push(at("type", `One of ${known}.`));
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0)) {
    found.push(at("enum", "A list of the values that are allowed."));
  }
  if (schema.properties !== undefined) {
    if (!isObject(schema.properties)) found.push(at("properties", "An object: a schema for each name."));
    else {
      for (const [name, property] of Object.entries(schema.properties)) {
        found.push(...problemsIn(property, [...path, "properties", name]));
      }
    }
  }
  if (schema.items !== undefined) found.push(...problemsIn(schema.items, [...path, "items"]));
  return [...found, ...requiredProblems(schema, at)];
}

function requiredProblems(
  schema: Record<string, unknown>,
  at: (key: string, message: string) => SchemaProblem,
): SchemaProblem[] {
  if (schema.required === undefined) return [];
  if (!Array.isArray(schema.required)) return [at("required", "A list of names of properties.")];
  const { properties } = schema;
  const unknown = schema.required.find(
    (name) => typeof name !== "string" || (isObject(properties) && !Object.hasOwn(properties, name)),
  );
  return unknown === undefined ? [] : [at("required", `${JSON.stringify(unknown)} is no property here.`)];
}
