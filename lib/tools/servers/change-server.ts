import { v7 as uuid } from "uuid";
import { auditColumns, auditType } from "../../audit/append.ts";
import type { AuditType } from "../../audit/vocabulary.ts";
import type { Principal } from "../../auth/principal.ts";
import type { Seal } from "../../auth/seal.ts";
import type { Executor } from "../../db/client.ts";
import { sql } from "../../db/sql.ts";
import { integer, json, text } from "../../db/value.ts";
import { AppError } from "../../errors.ts";
import { knownTools, refuseUnknownApproval, refuseUnknownTools } from "./check-selectors.ts";
import { getServer } from "./list-servers.ts";
import { lockServer } from "./lock-server.ts";
import { isElsewhere } from "./place.ts";
import { refuseOwn } from "./refuse-own.ts";
import { neverReviewed, reviewedElsewhere } from "./remember-tools.ts";
import {
  closeCredentials,
  isSealedElsewhere,
  openCredentials,
  type ServerRow,
  sealedElsewhere,
} from "./server-row.ts";
import type { ServerInput, ServerPatch, ServerView } from "./server-schema.ts";
import type { ServerServices } from "./server-services.ts";

export async function addServer(
  services: ServerServices,
  request: { input: ServerInput; by: Principal },
): Promise<ServerView> {
  const { input, by } = request;
  const { tools = ["@all"], requireApproval = null, trusted = false } = input;
  refuseUnknownApproval({ tools, requireApproval }, { known: [], trusted });
  const { url, headers, allowPrivateAddress = false } = input;
  if (url !== undefined) await refuseOwn(services, { url, headers, allowPrivateAddress });
  const id = uuid();
  const { env } = input;
  const sealed = closeCredentials(services.seal, id, { ...(headers && { headers }), ...(env && { env }) });
  const [row] = await services.database.query(sql`
    with added as (
      insert into servers (id, name, url, command, args, sealed, enabled, trusted, allow_private_address, tools,
        require_approval, timeout_seconds)
      values (${text(id)}, ${text(input.name)}, ${text(url ?? null)}, ${text(input.command ?? null)}, ${json(input.args ?? [])},
        ${text(sealed)}, ${input.enabled ?? true}::boolean, ${trusted}::boolean, ${allowPrivateAddress}::boolean,
        ${json(tools)}, ${requireApproval ? json(requireApproval) : sql`null`},
        ${input.timeoutSeconds ? integer(input.timeoutSeconds) : sql`null`})
      on conflict (name) do nothing returning *
    ),
    ${recorded("server.added", by, "added")}
    select id from added`);
  if (!row)
    throw new AppError("conflict", `There is a server named ${input.name} already.`, { field: "name" });
  return changed(services, id);
}

export async function updateServer(
  services: ServerServices,
  request: { id: string; patch: ServerPatch; by: Principal },
): Promise<ServerView> {
  const { patch, id } = request;
  const standing = await findRow(services.database, id);
  refuseMisplaced(standing, patch);
  if (standing.url !== null && isReachedAnew(standing, patch)) {
    await refuseOwn(services, reachedBy(services.seal, standing, patch));
  }
  await services.database.transaction(async (transaction) => {
    // What was asked of the network is asked before; what is kept is what stands now, under its lock.
    const before = await lockServer(transaction, id);
    if (!before) throw noSuchServer();
    await writeServer(services.seal, transaction, before, request);
  });
  return changed(services, id);
}

async function writeServer(
  seal: Seal,
  transaction: Executor,
  before: ServerRow,
  { patch, by }: { patch: ServerPatch; by: Principal },
): Promise<void> {
  const moved = isElsewhere(before, patch);
  const tools = patch.tools ?? before.tools;
  const keptApproval = moved ? null : before.require_approval;
  const requireApproval = patch.requireApproval === undefined ? keptApproval : patch.requireApproval;
  const trusted = patch.trusted ?? (moved ? false : before.trusted);
  if (patch.tools !== undefined || patch.requireApproval !== undefined) {
    const known = moved ? [] : await knownTools(transaction, before.id);
    if (patch.tools !== undefined) refuseUnknownTools(tools, known);
    refuseUnknownApproval({ tools, requireApproval }, { known, trusted });
  }
  const sealed = resealed(seal, before, patch);
  const timeout = patch.timeoutSeconds === undefined ? before.timeout_seconds : patch.timeoutSeconds;
  const allowPrivateAddress = patch.allowPrivateAddress ?? before.allow_private_address;
  await transaction.query(sql`
    with changed as (
      update servers
      set url = ${text(patch.url ?? before.url)}, command = ${text(patch.command ?? before.command)},
        args = ${json(patch.args ?? before.args)}, sealed = ${text(sealed)},
        enabled = ${patch.enabled ?? before.enabled}::boolean, trusted = ${trusted}::boolean,
        allow_private_address = ${allowPrivateAddress}::boolean, tools = ${json(tools)},
        require_approval = ${requireApproval ? json(requireApproval) : sql`null`},
        timeout_seconds = ${timeout === null ? sql`null` : integer(timeout)}, updated_at = now()
      where id = ${text(before.id)} returning *
    ),
    ${moved ? backToReview(before.id) : sql``}
    ${recorded("server.updated", by, "changed")}
    select id from changed`);
}

/** What is to be kept of its credentials. Those of another secret stay as they are, until someone has that secret again. */
function resealed(seal: Seal, before: ServerRow, patch: ServerPatch): string | null {
  const moved = isElsewhere(before, patch);
  if (isSealedElsewhere(seal, before)) {
    if (!moved && patch.headers === undefined && patch.env === undefined) return before.sealed;
    throw new AppError("conflict", sealedElsewhere);
  }
  const credentials = openCredentials(seal, before);
  const headers = patch.headers ?? (moved ? undefined : credentials.headers);
  const env = patch.env ?? credentials.env;
  const signIn = moved ? undefined : credentials.signIn;
  return closeCredentials(seal, before.id, {
    ...(headers && { headers }),
    ...(env && { env }),
    ...(signIn && { signIn }),
  });
}

/** What was reviewed, let through or thought harmless of the one server was not of the other; what is stricter stays. */
const backToReview = (serverId: string) => sql`
  unreviewed as (
    update server_tools set reviewed_fingerprint = ${text(reviewedElsewhere)}
    where server_id = ${text(serverId)} and reviewed_fingerprint <> ${text(neverReviewed)}
  ),
  strict as (
    update tool_settings s
    set approval_mode = nullif(s.approval_mode, 'disabled'), risk = case when s.risk >= 'L3' then s.risk end
    from server_tools t where t.server_id = ${text(serverId)} and s.tool_name = t.name
  ),`;

/** Only what says where and how the server is reached is asked of the network: the rest must not wait for it. */
const isReachedAnew = (before: ServerRow, { url, headers, allowPrivateAddress }: ServerPatch): boolean =>
  headers !== undefined ||
  (url ?? before.url) !== before.url ||
  (allowPrivateAddress ?? before.allow_private_address) !== before.allow_private_address;

function reachedBy(seal: Seal, before: ServerRow, patch: ServerPatch) {
  const kept = isElsewhere(before, patch) ? undefined : openCredentials(seal, before).headers;
  return {
    url: patch.url ?? before.url ?? "",
    headers: patch.headers ?? kept,
    allowPrivateAddress: patch.allowPrivateAddress ?? before.allow_private_address,
  };
}

function refuseMisplaced(before: ServerRow, patch: ServerPatch): void {
  if (patch.name !== undefined && patch.name !== before.name) {
    throw new AppError("invalid", "name: stays, because the names of its tools begin with it", {
      field: "name",
    });
  }
  const foreign = before.url === null ? (["url", "headers"] as const) : (["command", "args", "env"] as const);
  const field = foreign.find((name) => patch[name] !== undefined);
  if (field === undefined) return;
  throw new AppError("invalid", `${field}: an address stays an address, and a command a command`, { field });
}

/** With its tools and what was set about them: another server of the same name begins anew. */
export async function removeServer(
  services: ServerServices,
  request: { id: string; by: Principal },
): Promise<void> {
  const rows = await services.database.query(sql`
    with gone as (delete from servers where id = ${text(request.id)} returning *),
    settings as (
      delete from tool_settings s using server_tools t, gone g where t.server_id = g.id and s.tool_name = t.name
    ),
    ${recorded("server.removed", request.by, "gone")}
    select id from gone`);
  if (rows.length === 0) throw noSuchServer();
  await services.servers.reload();
  services.events.publish([{ kind: "tools" }, { kind: "recorded" }]);
}

async function changed(services: ServerServices, id: string): Promise<ServerView> {
  await services.servers.reload();
  services.events.publish([{ kind: "tools" }, { kind: "recorded" }]);
  return getServer(services, id);
}

async function findRow(database: Executor, id: string): Promise<ServerRow> {
  const [row] = await database.query<ServerRow>(sql`select * from servers where id = ${text(id)}`);
  if (!row) throw noSuchServer();
  return row;
}

const noSuchServer = () => new AppError("not_found", "There is no such server.");

const recorded = (type: AuditType, by: Principal, from: string) => sql`recorded as (
  insert into ${auditColumns}
  select ${auditType(type)}, ${text(by.id)}, null, null, null, null, null,
    jsonb_build_object('server', r.name, 'url', r.url, 'command', r.command, 'trusted', r.trusted) from ${sql.raw(from)} r)`;
