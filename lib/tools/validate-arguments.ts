import type { ErrorObject, ValidateFunction } from "ajv";
import { isDeeperThan } from "./authored/json-depth.ts";
import { compileSchema } from "./compile-schema.ts";
import { findUnstorable, maximumDepth, nestedTooDeep } from "./find-unstorable.ts";
import type { Tool } from "./tool.ts";
import { withinTime } from "./within-time.ts";

const compiled = new WeakMap<Tool, ValidateFunction | null>();

/** A stranger's schema can be made to take for ever, to compile and to hold against arguments. */
const longestMilliseconds = 500;

/** What is wrong with the arguments, as a sentence that names the field; null when they may be used. */
export function validateArguments(tool: Tool, input: unknown): string | null {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    // What is nested too deep to be taken apart comes as the text that it is.
    const isDeep = typeof input === "string" && isDeeperThan(input, maximumDepth);
    return isDeep ? nestedTooDeep : "The arguments must be a JSON object.";
  }
  const unstorable = findUnstorable(input);
  if (unstorable !== null) return unstorable.message;
  const known = compiled.get(tool);
  const validate = known === undefined ? compile(tool) : known;
  const valid = validate && inTime(tool, () => validate(input));
  if (validate === null || valid === null) return `The schema of the tool "${tool.name}" cannot be used.`;
  if (valid === true) return null;
  const error = validate.errors?.[0];
  return error ? sentence(error) : "The arguments do not fit the tool's schema.";
}

/** A schema that cannot be compiled checks nothing, so nothing passes. */
function compile(tool: Tool): ValidateFunction | null {
  const validate = inTime(tool, () => compileSchema(tool.inputSchema));
  compiled.set(tool, validate);
  return validate;
}

/** Null when it fails or takes too long. Our own schemas need no watch. */
function inTime<Result>(tool: Tool, work: () => Result): Result | null {
  try {
    return tool.source === "built-in" ? work() : withinTime(longestMilliseconds, work);
  } catch {
    return null;
  }
}

function sentence(error: ErrorObject): string {
  const fields = error.instancePath.split("/").slice(1).map(unescapePointer);
  const within = (name: unknown): string => JSON.stringify([...fields, String(name)].join("."));
  if (error.keyword === "required") return `The field ${within(error.params.missingProperty)} is missing.`;
  if (error.keyword === "additionalProperties") {
    return `There is no field ${within(error.params.additionalProperty)}.`;
  }
  const subject =
    fields.length === 0 ? "The arguments object" : `The field ${JSON.stringify(fields.join("."))}`;
  return `${subject} ${error.message ?? "is invalid"}.`;
}

const unescapePointer = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");
