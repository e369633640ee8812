import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { type Hide, hideNothing } from "./hide.ts";

type Checker = Pick<Ajv, "validateSchema" | "errors">;

const options = { strict: false, validateFormats: false, logger: false } as const;
const draft07 = "http://json-schema.org/draft-07/schema";
const draft2020 = "https://json-schema.org/draft/2020-12/schema";
const dialects = new Map<string, () => Checker>([
  [draft07, () => new Ajv(options)],
  ["https://json-schema.org/draft/2019-09/schema", () => new Ajv2019(options)],
  [draft2020, () => new Ajv2020(options)],
]);
const made = new Map<string, Checker>();

/**
 * Why a stranger's input schema cannot be used, as the end of a sentence; null when it can. It is held against the
 * schema of schemas and not compiled: a list of thousands costs little, and no code is made of it yet.
 */
export function schemaProblem(schema: unknown, hide: Hide = hideNothing): string | null {
  if (schema === undefined) return "it has no input schema";
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) {
    return "its input schema is not a JSON object";
  }
  const { type, $schema } = schema as Record<string, unknown>;
  if (type !== undefined && type !== "object") return "its input schema does not describe an object";
  // One that does not say its dialect may be of the current one, or of the one that most were written in.
  const candidates = $schema === undefined ? [draft2020, draft07] : [$schema];
  const checkers = candidates.map(checkerOf).filter((checker) => checker !== null);
  if (checkers.length === 0) return "its input schema is written in a dialect that is not known";
  if (checkers.some((checker) => checker.validateSchema(schema as object) === true)) return null;
  const error = checkers[0]?.errors?.[0];
  const where = error?.instancePath ? ` at ${hide(error.instancePath).slice(0, 120)}` : "";
  return `its input schema is not a valid JSON Schema${where}: it ${error?.message ?? "is invalid"}`;
}

function checkerOf(dialect: unknown): Checker | null {
  if (typeof dialect !== "string") return null;
  const id = dialect
    .replace(/#$/, "")
    .replace("https://json-schema.org/draft-07/", "http://json-schema.org/draft-07/");
  const make = dialects.get(id);
  if (!make) return null;
  const checker = made.get(id) ?? make();
  made.set(id, checker);
  return checker;
}
