import { z } from "zod";
import { AppError } from "../errors.ts";

/** The place after one row in a list by time and id. */
export type Place = { at: string; id: string };

/** Only moments that there are: the database refuses a February 30, which Date.parse lets pass, and the year 0. */
export const momentSchema = z.iso.datetime({ offset: true }).regex(/^(?!0000).{19}(\.\d{1,6})?(Z|\+00:00)$/);

/** In letters that need no escaping in an address. */
export const writeCursor = ({ at, id }: Place): string => Buffer.from(`${at} ${id}`).toString("base64url");

export function readCursor(cursor: string): Place {
  const [at, id] = Buffer.from(cursor, "base64url").toString().split(" ");
  if (!at || !id || !momentSchema.safeParse(at).success) {
    throw new AppError("invalid", "cursor: take it from nextCursor of the page before", { field: "cursor" });
  }
  return { at, id };
}
