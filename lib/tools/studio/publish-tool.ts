import { auditColumns, auditType } from "../../audit/append.ts";
import type { Principal } from "../../auth/principal.ts";
import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { json, text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import type { AuthoredTool } from "../authored/authored-tool-schema.ts";
import { checkCode } from "../authored/check-code.ts";
import type { CapabilityNames } from "../authored/risk-of-capabilities.ts";
import { widensCapabilities } from "../authored/widens-capabilities.ts";
import type { ToolSettingsRow } from "../tool-settings.ts";
import { writeToolSettings } from "../write-settings.ts";
import type { AuthoredVersionRow } from "./authored-version.ts";
import type { StudioServices } from "./studio-services.ts";
import { type AuthoredView, getAuthored } from "./versions.ts";

type Publishing = { definition: AuthoredTool; by: Principal; signal: AbortSignal };

/** A new tool. Its name must be free: of built-in tools, of servers' and of those that others wrote. */
export async function createTool(services: StudioServices, request: Publishing): Promise<AuthoredView> {
  const { name } = request.definition;
  const taken = () => new AppError("conflict", `There is a tool named ${name} already.`, { field: "name" });
  if (services.registry.get(name)) throw taken();
  const [aliased] = await services.database.query<{ tool_name: string }>(
    sql`select tool_name from tool_settings where alias = ${text(name)}`,
  );
  if (aliased) {
    const message = `${name} is what ${aliased.tool_name} is called on /mcp.`;
    throw new AppError("conflict", message, { field: "name" });
  }
  await checkCode(request.definition.code, services.sandbox, request.signal);
  return publish(services, request, async (transaction) => {
    const [row] = await transaction.query(sql`
      insert into authored_tools (name, version) values (${text(name)}, 0)
      on conflict (name) do update set deleted_at = null where authored_tools.deleted_at is not null returning name`);
    if (!row) throw taken();
  });
}

/** A new version of a tool that somebody wrote here. */
export async function replaceTool(services: StudioServices, request: Publishing): Promise<AuthoredView> {
  const { name, code, capabilities = {}, approval } = request.definition;
  await getAuthored(services, name);
  await checkCode(code, services.sandbox, request.signal);
  return publish(services, request, async (transaction) => {
    const standing = await lockCapabilities(transaction, name);
    if (!widensCapabilities(standing, capabilities) || approval?.mode !== undefined) return;
    if (!(await runsUnasked(transaction, name))) return;
    // That it may was said of what it could do before, also a moment ago.
    await writeToolSettings(transaction, {
      toolName: name,
      patch: { approval: { mode: null } },
      by: request.by,
    });
  });
}

/** Whether a person set that it does not ask. That it always asks stands, whatever it comes to do. */
async function runsUnasked(transaction: Executor, name: string): Promise<boolean> {
  const [row] = await transaction.query<Pick<ToolSettingsRow, "approval_mode">>(
    sql`select approval_mode from tool_settings where tool_name = ${text(name)} for update`,
  );
  return row?.approval_mode === "disabled";
}

/** As published last: nobody publishes between, and what is set of the tool until now is seen. */
async function lockCapabilities(transaction: Executor, name: string): Promise<CapabilityNames> {
  await transaction.query(sql`select 1 from authored_tools where name = ${text(name)} for update`);
  const [row] = await transaction.query<Pick<AuthoredVersionRow, "capabilities">>(sql`
    select v.capabilities from authored_tools t
    join authored_versions v on v.tool_name = t.name and v.version = t.version where t.name = ${text(name)}`);
  return row?.capabilities ?? {};
}

async function publish(
  services: StudioServices,
  { definition, by }: Publishing,
  prepare: (transaction: Executor) => Promise<void>,
): Promise<AuthoredView> {
  const { name, approval } = definition;
  await services.database.transaction(async (transaction) => {
    await prepare(transaction);
    if (approval) await writeToolSettings(transaction, { toolName: name, patch: { approval }, by });
    if (!(await insertVersion(transaction, definition, by))) {
      throw new AppError("not_found", "There is no such tool.");
    }
  });
  await services.authored.reload();
  services.events.publish([{ kind: "tools" }, { kind: "recorded" }]);
  return getAuthored(services, name);
}

async function insertVersion(database: Executor, tool: AuthoredTool, by: Principal): Promise<boolean> {
  const rows = await database.query(sql`
    with moved as (
      update authored_tools t set version = t.version + 1
      where t.name = ${text(tool.name)} and t.deleted_at is null returning *
    ),
    kept as (
      insert into authored_versions (tool_name, version, description, input_schema, code, capabilities, published_by)
      select m.name, m.version, ${text(tool.description)}, ${json(tool.inputSchema)}, ${text(tool.code)},
        ${json(tool.capabilities ?? {})}, ${text(by.name)} from moved m returning *
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("tool.published")}, ${text(by.id)}, null, null, null, null, null,
        jsonb_build_object('tool', k.tool_name, 'version', k.version) from kept k
    )
    select version from kept`);
  return rows.length > 0;
}
