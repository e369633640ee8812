import { z } from "zod";
import { type ErrorCode, errorStatus } from "../errors.ts";

const codes = Object.keys(errorStatus) as ErrorCode[];

export const errorSchema = z.object({
  code: z.enum(codes),
  message: z.string(),
  field: z.string().optional(),
  details: z.record(z.string(), z.unknown()).optional(),
});
