import { cancelQuestion } from "../../approvals/decide.ts";
import { interruptedSentence } from "../../approvals/not-run.ts";
import { auditColumns, auditType } from "../../audit/append.ts";
import { system } from "../../audit/vocabulary.ts";
import { sql } from "../../db/sql.ts";
import { integer, json, text } from "../../db/value.ts";
import { log } from "../../log.ts";
import { ownerIsGone } from "../owner-is-gone.ts";
import type { RunServices } from "../services.ts";
import { isWaitedFor } from "./ask-in-chat.ts";
import { executeOutsideCall } from "./execute-call.ts";

const atOnce = 100;
/** An approval whose instance died before it claimed the call; younger ones are on their way. */
const graceSeconds = 5;

const unclaimedSentence =
  "Not run: the server stopped between the approval and the run, and its caller is gone. Nothing was done.";

type Lost = { id: string; answered: boolean };

/**
 * Taken here, and nobody here works on it any more: its claim or its outcome could not be saved. `answered`: what a
 * call here asks its person, and still waits for.
 */
async function lostHere(services: RunServices): Promise<Lost[]> {
  const own = await services.database.query<{ id: string; state: string }>(sql`
    select c.id, c.state from calls c where c.run_id is null and c.owner = ${text(services.instanceId)}
      and c.state in ('approved', 'executing')
      and coalesce(c.started_at, (select max(d.at) from approvals a join decisions d on d.approval_id = a.id where a.call_id = c.id))
        < now() - make_interval(secs => ${integer(graceSeconds)})`);
  return own
    .filter(({ id }) => !services.working.has(id))
    .map(({ id, state }) => ({ id, answered: state === "approved" && isWaitedFor(services, id) }));
}

/** Questions in a chat whose answer nobody here waits for any more. */
async function unheardHere(services: RunServices): Promise<{ id: string; asked_of: "app" }[]> {
  const own = await services.database.query<{ id: string; asked_of: "app"; call_id: string }>(sql`
    select a.id, a.asked_of, a.call_id from approvals a join calls c on c.id = a.call_id
    where a.status = 'pending' and c.run_id is null and c.conversation_id is not null
      and c.owner = ${text(services.instanceId)}`);
  return own.filter(({ call_id }) => !isWaitedFor(services, call_id));
}

/**
 * Outside calls of instances that are gone: what was claimed has an unknown outcome, what only its client could answer,
 * or what a call that is gone had asked, is cancelled, and so is what it approved and nobody claimed; what was approved
 * in the app and not claimed yet goes on here.
 */
export async function recoverOutsideCalls(services: RunServices, leaseSeconds: number): Promise<void> {
  const gone = sql`c.run_id is null and c.owner is not null and c.owner <> ${text(services.instanceId)}
    and ${ownerIsGone(sql`c.owner`, leaseSeconds)}`;
  const lost = await lostHere(services);
  for (const { id, answered } of lost) if (answered) executeOutsideCall(services, id);
  const unknown = lost.filter(({ answered }) => !answered).map(({ id }) => id);
  const ended = await services.database.query<{ id: string }>(sql`
    with ended as (
      update calls c
      set state = case when c.state = 'executing' then 'interrupted' else 'cancelled' end,
        error = case when c.state = 'executing' then ${text(interruptedSentence)} else ${text(unclaimedSentence)} end,
        owner = null, epoch = c.epoch + 1, ended_at = now()
      where c.state in ('approved', 'executing') and ((${gone})
        or (c.owner = ${text(services.instanceId)} and c.id in (select jsonb_array_elements_text(${json(unknown)}))))
      returning c.*
    ),
    recorded as (
      insert into ${auditColumns}
      select ${auditType("call.ended")}, ${text(system.id)}, null, null, c.id, null, c.state,
        jsonb_build_object('tool', c.tool_name) from ended c
    )
    select id from ended`);
  for (const { id } of ended) services.events.publish([{ kind: "recorded" }, { kind: "call", callId: id }]);

  const questions = await services.database.query<{ id: string; asked_of: "app" | "client" }>(sql`
    select a.id, a.asked_of from approvals a join calls c on c.id = a.call_id
    where a.status = 'pending' and ${gone} limit ${integer(atOnce)}`);
  for (const { id, asked_of } of [...questions, ...(await unheardHere(services))]) {
    const channel = asked_of === "client" ? "mcp" : "policy";
    await cancelQuestion(services, { id, by: system, channel }).catch((error) =>
      log.error({ error: String(error), approval: id }, "a question of an instance that is gone stays open"),
    );
  }

  const approved = await services.database.query<{ id: string }>(sql`
    select c.id from calls c join approvals a on a.call_id = c.id join decisions d on d.approval_id = a.id
    where c.open_key is not null and c.state = 'approved' and a.asked_of = 'app'
      and d.at < now() - make_interval(secs => ${integer(graceSeconds)})
    limit ${integer(atOnce)}`);
  for (const { id } of approved) executeOutsideCall(services, id);

  await services.database.query(sql`
    update calls set open_key = null where open_key is not null and ended_at < now() - interval '24 hours'`);
}
