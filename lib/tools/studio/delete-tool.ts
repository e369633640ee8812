import { auditColumns, auditType } from "../../audit/append.ts";
import type { Principal } from "../../auth/principal.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import type { StudioServices } from "./studio-services.ts";

/** The tool is gone from now on, with what was set about it; its versions stay on record. */
export async function deleteTool(
  services: StudioServices,
  request: { name: string; by: Principal },
): Promise<void> {
  const rows = await services.database.query(sql`
    with gone as (
      update authored_tools set deleted_at = now() where name = ${text(request.name)} and deleted_at is null returning name
    ),
    settings as (delete from tool_settings s using gone where s.tool_name = gone.name),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("tool.deleted")}, ${text(request.by.id)}, null, null, null, null, null,
        jsonb_build_object('tool', g.name) from gone g
    )
    select name from gone`);
  if (rows.length === 0) throw new AppError("not_found", "Nobody wrote such a tool here.");
  await services.authored.reload();
  services.events.publish([{ kind: "tools" }, { kind: "recorded" }]);
}
