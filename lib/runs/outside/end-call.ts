import { auditColumns, auditType } from "../../audit/append.ts";
import { system } from "../../audit/vocabulary.ts";
import type { CallRow, ToolSettingsRow } from "../../db/rows.ts";
import { sql } from "../../db/sql.ts";
import { integer, json, text } from "../../db/value.ts";
import { type Revision, revisionOf } from "../../tools/tool-sources.ts";
import { isApproved } from "../approved.ts";
import type { Ending } from "../dispatch.ts";
import type { RunServices } from "../services.ts";

/** With what people have set for its tool by now: the claim is the last moment at which a flag still counts. */
export type ClaimedOutsideCall = { call: CallRow; settings: ToolSettingsRow | null; revision: Revision };

/** Takes an approved call for this instance, before it is dispatched: it runs at most once. */
export async function claimOutsideCall(
  services: RunServices,
  id: string,
  refusal: string | null,
): Promise<ClaimedOutsideCall | null> {
  const [row] = await services.database.query<ClaimedOutsideCall>(sql`
    with claimed as (
      update calls c
      set state = ${text(refusal === null ? "executing" : "denied")}, error = ${text(refusal)}, epoch = c.epoch + 1,
        owner = ${refusal === null ? text(services.instanceId) : sql`null`},
        started_at = ${refusal === null ? sql`now()` : sql`null`}, ended_at = ${refusal === null ? sql`null` : sql`now()`}
      where c.id = ${text(id)} and c.run_id is null
        and c.state = 'approved' and ${refusal === null ? isApproved : sql`true`}
      returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${refusal === null ? auditType("call.claimed") : auditType("call.denied")}, ${text(system.id)}, null, null, c.id,
        null, c.state, jsonb_build_object('tool', c.tool_name, 'digest', c.arguments_digest)
      from claimed c
    )
    select to_jsonb(c) as call,
      (select to_jsonb(t) from tool_settings t where t.tool_name = c.tool_name) as settings,
      ${revisionOf(sql`c.tool_name`)} as revision
    from claimed c`);
  return row ?? null;
}

export async function isClaimedHere(services: RunServices, call: CallRow): Promise<boolean> {
  const rows = await services.database.query(sql`
    select 1 from calls where id = ${text(call.id)} and state = 'executing' and owner = ${text(services.instanceId)}
      and epoch = ${integer(call.epoch)}`);
  return rows.length > 0;
}

/** Saves what the call brought; null when it was declared interrupted meanwhile: that goes to the record only. */
export async function endOutsideCall(
  services: RunServices,
  call: CallRow,
  ending: Ending,
): Promise<CallRow | null> {
  const [row] = await services.database.query<{ call: CallRow | null }>(sql`
    with ended as (
      update calls c
      set state = ${text(ending.state)}, result = ${json(ending.result)}, error = ${text(ending.error)}, ended_at = now(),
        owner = null
      where c.id = ${text(call.id)} and c.state = 'executing' and c.owner = ${text(services.instanceId)}
        and c.epoch = ${integer(call.epoch)}
      returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select case when e.id is null then ${auditType("call.late_result")} else ${auditType("call.ended")} end,
        ${text(system.id)}, null, null, ${text(call.id)}, null, ${text(ending.state)},
        jsonb_build_object('tool', ${text(call.tool_name)})
      from (select 1) one left join ended e on true
    )
    select to_jsonb(e) as call from (select 1) one left join ended e on true`);
  services.events.publish([{ kind: "recorded" }, { kind: "call", callId: call.id }]);
  return row?.call ?? null;
}
