import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import type { RunServices } from "../runs/services.ts";
import { type ConversationRow, conversationView } from "./create.ts";
import type { Conversation, ConversationInput } from "./schema.ts";

/** What is not sent stays; `model: null` puts the default back. */
export async function updateConversation(
  services: Pick<RunServices, "database" | "events">,
  request: { id: string; input: ConversationInput; by: Principal },
): Promise<Conversation> {
  const { input } = request;
  const [row] = await services.database.query<ConversationRow>(sql`
    with updated as (
      update conversations
      set title = coalesce(${text(input.title ?? null)}, title), renamed = renamed or ${input.title !== undefined}::boolean,
        model = case when ${input.model !== undefined}::boolean then ${text(input.model ?? null)} else model end,
        tools = case when ${input.tools !== undefined}::boolean then ${input.tools ? json(input.tools) : sql`null::jsonb`} else tools end
      where id = ${text(request.id)} and deleted_at is null returning *
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("conversation.updated")}, ${text(request.by.id)}, u.id, null, null, null, null, ${json(input)} from updated u
    )
    select * from updated`);
  if (!row) throw new AppError("not_found", "There is no such conversation.");
  services.events.publish([{ kind: "recorded" }]);
  return conversationView(row);
}
