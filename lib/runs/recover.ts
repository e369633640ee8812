import { interruptedSentence } from "../approvals/not-run.ts";
import { auditColumns, auditType } from "../audit/append.ts";
import { system } from "../audit/vocabulary.ts";
import type { RunRow } from "../db/rows.ts";
import { sql } from "../db/sql.ts";
import { integer, json, text } from "../db/value.ts";
import { log } from "../log.ts";
import { driveRun } from "./drive.ts";
import { ownerIsGone } from "./owner-is-gone.ts";
import { nothingSaid, partialFromLog } from "./partial-answer.ts";
import { type Notice, wordsOf } from "./parts.ts";
import type { RunServices } from "./services.ts";

const atOnce = 100;

/**
 * Takes over the runs of instances that are gone, and those of this one that nobody here drives any more: what was
 * claimed and has no outcome is interrupted, never run again; what was not claimed goes on; a partial answer is kept
 * and marked. No more of them than there is room for here, but always one: with every instance full, none would go on.
 * Returns how many it took.
 */
export async function recoverRuns(
  services: RunServices,
  leaseSeconds: number,
  maximumRuns = Number.POSITIVE_INFINITY,
): Promise<number> {
  const orphans = await services.database.query<Orphan>(sql`
    select r.id, r.epoch, r.owner = ${text(services.instanceId)} as own from runs r
    where r.owner is not null and r.ended_at is null
      and (r.owner = ${text(services.instanceId)} or ${ownerIsGone(sql`r.owner`, leaseSeconds)})
    order by r.started_at limit ${integer(atOnce + services.working.count())}`);
  const seen = seenBefore.get(services);
  const idle = orphans.filter(({ id }) => !services.working.has(id));
  seenBefore.set(services, new Map(idle.filter(({ own }) => own).map(({ id, epoch }) => [id, epoch])));
  const working = services.working.count();
  // One beyond what it should carry: what was begun goes on even where everyone is full.
  let room = working === maximumRuns ? 1 : Math.max(0, maximumRuns - working);
  let taken = 0;
  for (const orphan of idle) {
    if (room === 0) break;
    if (services.working.has(orphan.id) || (orphan.own && seen?.get(orphan.id) !== orphan.epoch)) continue;
    try {
      const run = await takeOver(services, orphan, leaseSeconds);
      if (!run) continue;
      taken += 1;
      goOn(services, orphan, run);
      if (run.owner) room -= 1;
    } catch (error) {
      // It is tried again with the next sweep; the others do not wait for it.
      log.error({ error: String(error), run: orphan.id }, "a run could not be taken over");
    }
  }
  return taken;
}

/** After the commit. A run that waits for people only needs nobody, and readers hear what became of its calls. */
function goOn(services: RunServices, orphan: Orphan, run: RunRow): void {
  const why = orphan.own ? "that nobody here drove any more" : "of an instance that is gone";
  log.warn({ run: run.id }, `took over a run ${why}`);
  services.events.publish([
    { kind: "fenced", runId: run.id, epoch: run.epoch },
    { kind: "recorded" },
    { kind: "stream", runId: run.id },
  ]);
  if (run.owner) driveRun(services, { runId: run.id, conversationId: run.conversation_id, epoch: run.epoch });
}

type Orphan = { id: string; epoch: number; own: boolean };

/** One of our own may have been taken this very moment, and be about to be worked on: only the second look counts. */
const seenBefore = new WeakMap<RunServices, Map<string, number>>();

/** Passes by a run that somebody has locked: a decision or a stop is under way, or its instance froze in the middle. */
function takeOver(services: RunServices, orphan: Orphan, leaseSeconds: number): Promise<RunRow | null> {
  return services.database.transaction(async (transaction) => {
    const [locked] = await transaction.query<{ run: RunRow }>(sql`
      update runs r set owner = ${text(services.instanceId)}, epoch = r.epoch + 1
      where r.id = (select id from runs where id = ${text(orphan.id)} for update skip locked)
        and r.epoch = ${integer(orphan.epoch)} and r.owner is not null and r.ended_at is null
        and (r.owner = ${text(services.instanceId)} or ${ownerIsGone(sql`r.owner`, leaseSeconds)})
      returning to_jsonb(r) as run`);
    if (!locked) return null;
    const { run } = locked;
    const { parts, notices } =
      run.state === "running"
        ? await partialFromLog(transaction, { ...run, epoch: orphan.epoch })
        : nothingSaid;
    const notice: Notice = {
      kind: "cut-off",
      text: "The answer was cut off here: the server stopped. It goes on below.",
    };
    const [row] = await transaction.query<{ run: RunRow }>(sql`
      with interrupted as (
        update calls set state = 'interrupted', error = ${text(interruptedSentence)}, ended_at = now()
        where conversation_id = ${text(run.conversation_id)} and run_id = ${text(run.id)} and state = 'executing' returning *
      ),
      counted as (
        select count(*)::int as n from interrupted c
        where not exists (select 1 from approvals a where a.call_id = c.id)
      ),
      kept as (
        insert into steps (run_id, index, conversation_id, parts, text, cut_off, notices)
        select ${text(run.id)}, ${integer(run.step_count)}, ${text(run.conversation_id)}, ${json(parts)}, ${text(wordsOf(parts))},
          true, ${json([...notices, notice])}
        where ${integer(parts.length)} > 0 returning 1
      ),
      moved as (
        update runs r
        set open = r.open - n.n, executing = r.executing - n.n, step_count = r.step_count + (select count(*)::int from kept),
          state = case when r.state = 'waiting' and r.open = n.n then 'running' else r.state end,
          owner = case when r.open > n.n and r.executing = n.n then null else r.owner end
        from counted n where r.id = ${text(run.id)} returning r.*
      ),
      recorded as (
        insert into ${auditColumns}
        select ${auditType("call.ended")}, ${text(system.id)}, c.conversation_id, c.run_id, c.id, null, c.state,
          jsonb_build_object('tool', c.tool_name)
        from interrupted c
        union all
        select ${auditType("run.state")}, ${text(system.id)}, m.conversation_id, m.id, null, null, m.state,
          jsonb_build_object('takenOver', true)
        from moved m
      )
      select to_jsonb(m) as run from moved m`);
    return row?.run ?? null;
  });
}
