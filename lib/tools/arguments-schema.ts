import { z } from "zod";

/**
 * The arguments of a call, exactly as they came. A record would leave out a field called `__proto__`: what is judged,
 * shown and run would be another call than the one that was sent.
 */
export const argumentsSchema = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    "must be a JSON object",
  )
  .meta({ type: "object", additionalProperties: {} });
