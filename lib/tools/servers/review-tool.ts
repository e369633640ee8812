import { auditColumns, auditType } from "../../audit/append.ts";
import type { Principal } from "../../auth/principal.ts";
import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import { getTool } from "../list-tools.ts";
import type { Registry } from "../registry.ts";
import type { ToolView } from "../schema.ts";
import { lockServer } from "./lock-server.ts";
import { pinOf } from "./place.ts";
import type { ServerRow } from "./server-row.ts";
import type { ServerServices } from "./server-services.ts";

/** A person read what changed and accepts it: that definition, where the page says which, and no later one. */
export async function reviewTool(
  services: ServerServices & { registry: Registry },
  request: { name: string; fingerprint: string | undefined; by: Principal },
): Promise<ToolView> {
  await getTool(services, request.name);
  const isRead = await services.database.transaction(async (transaction) => {
    const found = await findLocked(transaction, request.name);
    if (!found) return true;
    const pin = pinOf(found.server, found.fingerprint);
    if (request.fingerprint !== undefined && request.fingerprint !== pin) return false;
    await transaction.query(sql`
      with reviewed as (
        update server_tools set reviewed = definition, reviewed_fingerprint = fingerprint
        where name = ${text(request.name)} and reviewed_fingerprint <> fingerprint returning *
      )
      insert into ${auditColumns}
      select ${auditType("tool.reviewed")}, ${text(request.by.id)}, null, null, null, null, null,
        jsonb_build_object('tool', r.name, 'fingerprint', r.fingerprint) from reviewed r`);
    return true;
  });
  await services.servers.reload();
  services.events.publish([{ kind: "tools" }, { kind: "recorded" }]);
  const view = await getTool(services, request.name);
  if (isRead) return view;
  throw new AppError("conflict", "It changed again since it was shown. Read it once more.", {
    details: { tool: view },
  });
}

/** The tool as it was listed last, and its server, which is locked first. Null when either is gone. */
async function findLocked(
  transaction: Executor,
  name: string,
): Promise<{ server: ServerRow; fingerprint: string } | null> {
  const [tool] = await transaction.query<{ server_id: string }>(
    sql`select server_id from server_tools where name = ${text(name)}`,
  );
  const server = tool && (await lockServer(transaction, tool.server_id));
  if (!server) return null;
  const [found] = await transaction.query<{ fingerprint: string }>(
    sql`select fingerprint from server_tools where name = ${text(name)} and server_id = ${text(server.id)}`,
  );
  return found ? { server, fingerprint: found.fingerprint } : null;
}
