import { storableText, storableValue } from "../policy/storable-text.ts";
import { type SQL, sql } from "./sql.ts";

/** Half a character or a NUL in JSON: jsonb refuses it, and with it the whole statement. */
const unstorable = /\\u(0000|d[89a-f])/i;

/** As text first: both drivers would otherwise encode a string that is JSON already once more. */
export function json(value: unknown): SQL {
  const written = JSON.stringify(value);
  const storable = unstorable.test(written) ? JSON.stringify(storableValue(value)) : written;
  return sql`${storable}::text::jsonb`;
}

export const integer = (value: number): SQL => sql`${value}::int`;

/** Whatever a person, a model or an address brings: what the database cannot hold is replaced here, visibly. */
export const text = (value: string | null): SQL => sql`${value === null ? null : storableText(value)}::text`;

export const instant = (value: string | null): SQL => sql`${value}::text::timestamptz`;

/** The database's JSON writes `+00:00` and microseconds; the public contract has `Z`. */
export const isoTime = (value: string | Date): string => new Date(value).toISOString();

export const isoTimeOrNull = (value: string | Date | null): string | null =>
  value === null ? null : isoTime(value);
