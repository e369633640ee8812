import type { z } from "zod";
import { AppError } from "../errors.ts";
import { findUnstorable } from "../tools/find-unstorable.ts";

/** What the schema makes of the input, or an error that names the field. */
export function parseInput(schema: z.ZodType, input: unknown, what: "body" | "query"): unknown {
  const unstorable = findUnstorable(input);
  if (unstorable !== null) {
    const { field, message } = unstorable;
    throw new AppError("invalid", message, field ? { field } : {});
  }
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  if (issue?.code === "unrecognized_keys") {
    const field = [...issue.path, issue.keys[0]].join(".");
    throw new AppError("invalid", `${field}: there is no such field in the ${what}`, { field });
  }
  const field = issue?.path.join(".") ?? "";
  const message = `${field || `The ${what}`}: ${issue?.message ?? "is invalid"}`;
  throw new AppError("invalid", message, field ? { field } : {});
}
