import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import type { CallRow, ToolSettingsRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { type Revision, revisionOf } from "../tools/tool-sources.ts";
import { isApproved } from "./approved.ts";
import { fenced } from "./fenced.ts";
import { holdsStill } from "./holds-still.ts";
import { knowTools } from "./know-tools.ts";
import { unapprovedSentence } from "./last-check.ts";
import type { Claim, RunServices } from "./services.ts";

/** `executing`: claimed before it is dispatched, so that it runs at most once. `denied`: the check just before it runs. */
export type ClaimRequest = { id: string; state: "executing" | "denied"; error: string | null };

/** With what people have set for its tool by now: the claim is the last moment at which a flag still counts. */
export type ClaimedCall = { call: CallRow; settings: ToolSettingsRow | null; revision: Revision };

const unapproved = sql`(c.state = 'approved' and not ${isApproved})`;

/** The calls that were claimed (or denied) here; what is missing was another's, and is not run. */
export async function claimCalls(
  services: RunServices,
  claim: Claim,
  requests: ClaimRequest[],
): Promise<ClaimedCall[]> {
  const asked = Date.now();
  const rows = await services.database.query<ClaimedCall>(sql`
    with ${fenced(claim, services.instanceId)},
    claimed as (
      update calls c
      set state = case when ${unapproved} then 'denied' else j.state end,
        error = case when ${unapproved} then ${text(unapprovedSentence)} else j.error end,
        started_at = case when j.state = 'executing' and not ${unapproved} then now() end,
        ended_at = case when j.state = 'denied' or ${unapproved} then now() end
      from run, jsonb_to_recordset(${json(requests)}) as j(id text, state text, error text)
      where c.id = j.id and c.run_id = run.id
        and (c.state = 'allowed' or (c.state = 'approved' and run.open = 0))
      returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select case c.state when 'executing' then ${auditType("call.claimed")} else ${auditType("call.denied")} end,
        ${text(system.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name, 'digest', c.arguments_digest)
      from claimed c
    )
    select to_jsonb(c) as call,
      (select to_jsonb(t) from tool_settings t where t.tool_name = c.tool_name) as settings,
      ${revisionOf(sql`c.tool_name`)} as revision
    from claimed c`);
  await knowTools(services, rows);
  const isStillOurs = async () =>
    (await services.database.query(sql`with ${fenced(claim, services.instanceId)} select id from run`))
      .length > 0;
  return (await holdsStill(asked, isStillOurs)) ? rows : [];
}
