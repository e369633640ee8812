import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { type SQL, sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import type { ToolPatch } from "./schema.ts";
import type { ToolSettingsRow } from "./tool-settings.ts";

/** Writes what was sent of a tool's settings, with its audit; null puts the tool's own default back. */
export async function writeToolSettings(
  database: Executor,
  request: { toolName: string; patch: ToolPatch; by: Principal },
): Promise<ToolSettingsRow | undefined> {
  const { enabled, risk, exposed, alias, approval } = request.patch;
  const changes = {
    enabled: { value: enabled, type: "boolean" },
    risk: { value: risk, type: "text" },
    approval_mode: { value: approval?.mode, type: "text" },
    prompt: { value: approval?.prompt, type: "text" },
    timeout_seconds: { value: approval?.timeoutSeconds, type: "int" },
    exposed: { value: exposed, type: "boolean" },
    alias: { value: alias, type: "text" },
    outside: { value: approval?.outside, type: "text" },
    elicitation_seconds: { value: approval?.elicitationSeconds, type: "int" },
  } as const;
  const sent = Object.entries(changes).filter(([, change]) => change.value !== undefined);
  const columns = sent.map(([name]) => sql.identifier(name));
  const values = sent.map(([, { value, type }]) => sql`${text(asText(value))}::${sql.raw(type)}`);
  const sets = columns.map((name): SQL => sql`${name} = excluded.${name}`);
  const list = (items: SQL[]) => sql.join([sql``, ...items], sql`, `);
  const [row] = await database.query<ToolSettingsRow>(sql`
    with updated as (
      insert into tool_settings (tool_name${list(columns.map((name) => sql`${name}`))})
      values (${text(request.toolName)}${list(values)})
      on conflict (tool_name) do update set updated_at = now()${list(sets)}
      returning *
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("tool.updated")}, ${text(request.by.id)}, null, null, null, null, null,
        jsonb_build_object('tool', u.tool_name, 'patch', ${json(request.patch)}) from updated u
    )
    select * from updated`);
  return row;
}

const asText = (value: string | number | boolean | null | undefined): string | null =>
  value === null || value === undefined ? null : String(value);
