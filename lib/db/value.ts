import { storableText, storableValue } from "../policy/storable-text.ts";
import { type SQL, sql } from "./sql.ts";

/** Half a character or a NUL in JSON: jsonb refuses it, and with it the whole statement. */
const unstorable = /\\u(0000|d[89a-f])/i;

function writtenJson(value: unknown): string {
  const written = JSON.stringify(value);
  return unstorable.test(written) ? JSON.stringify(storableValue(value)) : written;
}

/** As text first: both drivers would otherwise encode a string that is JSON already once more. */
export const json = (value: unknown): SQL => sql`${writtenJson(value)}::text::jsonb`;

/** To the letter, for a column that keeps it so. */
export const plainJson = (value: unknown): SQL => sql`${writtenJson(value)}::text::json`;

export const integer = (value: number): SQL => sql`${value}::int`;

/** Whatever a person, a model or an address brings: what the database cannot hold is replaced here, visibly. */
export const text = (value: string | null): SQL => sql`${value === null ? null : storableText(value)}::text`;

export const instant = (value: string | null): SQL => sql`${value}::text::timestamptz`;

/** The database's JSON writes `+00:00` and microseconds; the public contract has `Z`. */
export const isoTime = (value: string | Date): string => new Date(value).toISOString();

export const isoTimeOrNull = (value: string | Date | null): string | null =>
  value === null ? null : isoTime(value);
