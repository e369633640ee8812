import { compileSchema } from "../compile-schema.ts";
import { findUnstorable } from "../find-unstorable.ts";

const longestSchema = 65_536;

/** Why a JSON Schema cannot be used for the arguments of a tool; null when it can. */
export function describeSchemaProblem(schema: Record<string, unknown>): string | null {
  const unstorable = findUnstorable(schema);
  if (unstorable !== null) return `cannot be stored. ${unstorable.message}`;
  if (JSON.stringify(schema).length > longestSchema) return `must have at most ${longestSchema} characters`;
  if (schema.type !== "object") return 'must describe an object: "type" must be "object"';
  try {
    compileSchema(schema);
    return null;
  } catch (error) {
    return `is not a JSON Schema that can be used: ${error instanceof Error ? error.message : "it cannot be compiled"}`;
  }
}
