import type { Caller } from "../../approvals/schema.ts";
import { auditColumns, auditType } from "../../audit/append.ts";
import type { ApprovalRow, CallRow, ToolSettingsRow } from "../../db/rows.ts";
import { sql } from "../../db/sql.ts";
import { integer, json, text } from "../../db/value.ts";
import { type Revision, revisionOf } from "../../tools/tool-sources.ts";
import type { PlannedCall } from "../judge-calls.ts";
import type { RunServices } from "../services.ts";

/** With what people have set for its tool at that moment. */
export type OutsideCall = {
  call: CallRow;
  approval: ApprovalRow | null;
  settings: ToolSettingsRow | null;
  revision: Revision;
};

type Saving = {
  planned: PlannedCall;
  caller: Caller;
  askedOf: "app" | "client";
  openKey: string | null;
};

/**
 * An outside call with its verdict and its question, before anything runs or is asked; one that asks nothing is claimed
 * by the same statement, for this instance. Null when the same call of the same caller waits already: an index says so.
 */
export async function saveOutsideCall(services: RunServices, saving: Saving): Promise<OutsideCall | null> {
  const { planned, caller, askedOf } = saving;
  const { approval } = planned;
  // What a client is asked is cancelled with the instance that asked it: nobody else knows whether that client is there.
  const owner = approval === null || askedOf === "client" ? services.instanceId : null;
  const claimed = planned.state === "allowed";
  const [row] = await services.database.query<OutsideCall>(sql`
    with new_call as (
      insert into calls (id, tool, tool_name, arguments, arguments_digest, state, because, ground, tool_fingerprint, error,
        caller, owner, open_key, epoch, started_at, ended_at)
      values (${text(planned.id)}, ${json(planned.tool)}, ${text(planned.tool_name)}, ${text(planned.arguments)},
        ${text(planned.arguments_digest)}, ${text(claimed ? "executing" : planned.state)}, ${json(planned.because)}, ${text(planned.ground)},
        ${text(planned.tool_fingerprint)}, ${text(planned.error)}, ${json(caller)},
        ${planned.state === "denied" ? sql`null` : text(owner)}, ${text(approval ? saving.openKey : null)},
        ${integer(claimed ? 1 : 0)}, ${claimed ? sql`now()` : sql`null`}, ${planned.state === "denied" ? sql`now()` : sql`null`})
      on conflict (open_key) where open_key is not null do nothing
      returning *
    ),
    new_approval as (
      insert into approvals (id, call_id, tool_name, risk, prompt, preview, status, asked_of, kind, expires_at)
      select ${text(approval?.id ?? null)}, c.id, c.tool_name, c.tool->>'risk', ${text(approval?.prompt ?? null)},
        ${approval?.preview ? json(approval.preview) : sql`null`}, 'pending', ${text(askedOf)}, ${text(approval?.kind ?? null)},
        case when ${integer(approval?.timeoutSeconds ?? 0)} > 0
          then now() + make_interval(secs => ${integer(approval?.timeoutSeconds ?? 0)}) end
      from new_call c where c.state = 'pending' returning *
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("approval.requested")}, ${text(caller.principal.id)}, null, null, a.call_id, a.id, a.status,
        jsonb_build_object('tool', a.tool_name, 'client', ${json(caller.client)})
      from new_approval a
      union all
      select ${auditType("call.denied")}, ${text(caller.principal.id)}, null, null, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name, 'because', c.because, 'client', ${json(caller.client)})
      from new_call c where c.state = 'denied'
      union all
      select ${auditType("call.claimed")}, ${text(caller.principal.id)}, null, null, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name, 'digest', c.arguments_digest, 'client', ${json(caller.client)})
      from new_call c where c.state = 'executing'
    )
    select to_jsonb(c) as call, to_jsonb(a) as approval,
      (select to_jsonb(t) from tool_settings t where t.tool_name = c.tool_name) as settings,
      ${revisionOf(sql`c.tool_name`)} as revision
    from new_call c left join new_approval a on a.call_id = c.id`);
  if (row) services.events.publish([{ kind: "recorded" }]);
  return row ?? null;
}
