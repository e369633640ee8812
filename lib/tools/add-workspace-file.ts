import { auditColumns, auditType } from "../audit/append.ts";
import type { Principal } from "../auth/principal.ts";
import type { Executor } from "../db/client.ts";
import { sql } from "../db/sql.ts";
import { json, text } from "../db/value.ts";
import { addFile } from "./workspace/add-file.ts";
import type { Workspace } from "./workspace/open-workspace.ts";
import type { WorkspaceFile } from "./workspace/walk-files.ts";

/** A file that a person drops into the workspace; on record, since it changes what the agent works on. */
export async function addWorkspaceFile(
  services: { database: Executor; workspace: Workspace },
  request: { name: string; bytes: Uint8Array; by: Principal },
): Promise<WorkspaceFile> {
  const file = await addFile(services.workspace, request.name, request.bytes);
  await services.database.query(sql`
    insert into ${auditColumns}
    values (${auditType("workspace.file_added")}, ${text(request.by.id)}, null, null, null, null, null,
      ${json({ path: file.path, size: file.size })})`);
  return file;
}
