import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import { newId } from "../db/new-id.ts";
import { sql } from "../db/sql.ts";
import { isoTime, json, text } from "../db/value.ts";
import type { RunServices } from "../runs/services.ts";
import { untitled } from "../runs/start.ts";
import type { Conversation, ConversationInput } from "./schema.ts";

export type ConversationRow = {
  id: string;
  title: string;
  agent: string;
  mode: string;
  model: string | null;
  tools: string[] | null;
  created_at: Date;
};

export const conversationView = (row: ConversationRow): Conversation => ({
  id: row.id,
  title: row.title,
  agent: row.agent,
  mode: row.mode,
  model: row.model,
  tools: row.tools,
  createdAt: isoTime(row.created_at),
});

export async function createConversation(
  services: Pick<RunServices, "database" | "events">,
  request: { input: ConversationInput; by: Principal },
): Promise<Conversation> {
  const [row] = await services.database.query<ConversationRow>(sql`
    with created as (
      insert into conversations (id, title, renamed, model, tools)
      values (${text(newId())}, ${text(request.input.title ?? untitled)},
        ${request.input.title !== undefined}::boolean, ${text(request.input.model ?? null)},
        ${request.input.tools ? json(request.input.tools) : sql`null`}) returning *
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("conversation.created")}, ${text(request.by.id)}, c.id, null, null, null, null, null from created c
    )
    select * from created`);
  if (!row) throw new Error("an insert returned no row");
  services.events.publish([{ kind: "recorded" }]);
  return conversationView(row);
}
