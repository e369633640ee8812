import type { z } from "zod";
import type { Executor } from "../db/client.ts";
import { readCursor, writeCursor } from "../db/cursor.ts";
import { searchWords } from "../db/search-words.ts";
import { type SQL, sql } from "../db/sql.ts";
import { instant, integer, isoTime, text } from "../db/value.ts";
import type { ConversationItem, conversationQuerySchema } from "./schema.ts";

type ItemRow = { id: string; title: string; updated_at: Date; cursor_at: string; waiting: boolean };

export async function listConversations(
  database: Executor,
  query: z.infer<typeof conversationQuerySchema>,
): Promise<{ items: ConversationItem[]; nextCursor: string | null }> {
  const conditions: SQL[] = [sql`c.deleted_at is null`];
  const words = query.search === undefined ? null : prefixQuery(query.search);
  if (words === "") return { items: [], nextCursor: null };
  if (words !== null) conditions.push(matching(words));
  if (query.cursor) {
    const { at, id } = readCursor(query.cursor);
    conditions.push(sql`(c.updated_at, c.id) < (${instant(at)}, ${text(id)})`);
  }
  const rows = await database.query<ItemRow>(sql`
    select c.id, c.title, c.updated_at, to_char(c.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as cursor_at,
      exists (select 1 from approvals a where a.conversation_id = c.id and a.status = 'pending') as waiting
    from conversations c where ${sql.join(conditions, sql` and `)}
    order by c.updated_at desc, c.id desc limit ${integer(query.limit + 1)}`);
  const page = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? page.at(-1) : undefined;
  return {
    items: page.map((row) => ({
      id: row.id,
      title: row.title,
      updatedAt: isoTime(row.updated_at),
      waiting: row.waiting,
    })),
    nextCursor: last ? writeCursor({ at: last.cursor_at, id: last.id }) : null,
  };
}

/** Words as a prefix query that cannot be malformed; empty when the text has no word in it, null when nothing is sought. */
function prefixQuery(search: string): string | null {
  if (search.trim() === "") return null;
  const words = search.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => `${word}:*`).join(" & ");
}

const textWords = sql.raw(searchWords("text"));
const titleWords = sql.raw(searchWords("title"));

const matching = (words: string): SQL => sql`c.id in (
  select id from conversations where renamed and ${titleWords} @@ to_tsquery('simple', ${text(words)})
  union select conversation_id from messages where text <> '' and ${textWords} @@ to_tsquery('simple', ${text(words)})
  union select conversation_id from steps where text <> '' and ${textWords} @@ to_tsquery('simple', ${text(words)}))`;
