import { expect } from "vitest";
import type { ProviderRequest } from "./scripted-provider.ts";
import type { Stage } from "./stage.ts";

/** What may never be found in a database, whatever happened to the servers. Each query returns the offenders. */
const never = {
  "a gated call ran without an approved approval": `
    select c.id, c.tool_name, c.state from calls c join approvals a on a.call_id = c.id
    where c.state in ('executing', 'succeeded', 'failed', 'interrupted') and a.status <> 'approved'`,
  "a call of a tool that asks by default has no approval and ran": `
    select c.id, c.tool_name, c.state from calls c
    where c.tool_name in ('write_file', 'edit_file', 'move_file', 'delete_file', 'fetch_url') and c.state in ('executing', 'succeeded', 'failed')
      and not exists (select 1 from approvals a where a.call_id = c.id)
      and not exists (select 1 from audit u where u.type = 'tool.updated' and u.data ->> 'tool' = c.tool_name
        and u.data #>> '{patch,approval,mode}' = 'disabled')`,
  "a call was claimed more than once": `
    select call_id from audit where type = 'call.claimed' group by call_id having count(*) > 1`,
  "a call was claimed before its approval was decided": `
    select c.call_id from audit c join approvals a on a.call_id = c.call_id
    where c.type = 'call.claimed' and not exists (
      select 1 from audit d where d.approval_id = a.id and d.type = 'approval.decided' and d.state = 'approved' and d.sequence < c.sequence)`,
  "a call has more than one question": `
    select call_id from approvals group by call_id having count(*) > 1`,
  "a decided approval has not exactly one decision, a pending one has any": `
    select a.id, a.status from approvals a
    where (select count(*) from decisions d where d.approval_id = a.id) <> case when a.status = 'pending' then 0 else 1 end`,
  "a decided approval has not exactly one audit row": `
    select a.id, a.status from approvals a
    where (select count(*) from audit u where u.approval_id = a.id and u.type = 'approval.decided')
      <> case when a.status = 'pending' then 0 else 1 end`,
  "an approval and its call disagree": `
    select a.id, a.status, c.state from approvals a join calls c on c.id = a.call_id
    where (a.status in ('pending', 'rejected', 'expired') and c.state <> a.status)
      or (a.status = 'cancelled' and c.state <> 'cancelled')
      or (a.status = 'approved' and c.state in ('pending', 'rejected', 'expired', 'allowed', 'requested'))`,
  "a run that rests or works miscounts its open calls": `
    select r.id, r.state, r.open, r.executing from runs r
    where r.state in ('running', 'waiting') and (
      r.open <> (select count(*) from calls c where c.run_id = r.id and (c.state in ('allowed', 'pending')
        or (c.state = 'executing' and not exists (select 1 from approvals a where a.call_id = c.id))))
      or (r.state = 'running' or r.executing = 0)
        and (r.state = 'waiting') <> exists (select 1 from approvals a where a.run_id = r.id and a.status = 'pending'))`,
  "a run that ended left something open": `
    select r.id, r.state from runs r
    where r.state in ('completed', 'cancelled') and (r.owner is not null or r.open <> 0
      or exists (select 1 from calls c where c.run_id = r.id and c.state in ('requested', 'allowed', 'pending', 'approved', 'executing')))`,
  "a run that only waits for people has an owner": `
    select r.id from runs r where r.state = 'waiting' and r.executing = 0 and r.owner is not null`,
};

/** Which of them were found, with the offenders. */
export async function brokenPromises(
  read: (query: string) => Promise<readonly unknown[]>,
): Promise<Record<string, unknown[]>> {
  const broken: Record<string, unknown[]> = {};
  for (const [sentence, query] of Object.entries(never)) {
    const offenders = await read(query);
    if (offenders.length > 0) broken[sentence] = [...offenders];
  }
  return broken;
}

/** The promises as the database and the model see them, when nothing is under way. */
export async function expectPromisesKept({ sql, provider }: Pick<Stage, "sql" | "provider">): Promise<void> {
  expect(await brokenPromises((query) => sql.unsafe(query))).toEqual({});
  for (const { body } of provider.requests) expect(answersOf(body.messages)).toEqual(callsOf(body.messages));
}

type Message = ProviderRequest["body"]["messages"][number];

/** The calls of each answer of the model, and the results that directly follow it: the same ids in the same order. */
const callsOf = (messages: Message[]): string[][] =>
  messages.flatMap(({ tool_calls }) => (tool_calls ? [tool_calls.map(({ id }) => id)] : []));

function answersOf(messages: Message[]): string[][] {
  const answers: string[][] = [];
  for (const { role, tool_calls, tool_call_id } of messages) {
    if (tool_calls) answers.push([]);
    else if (role === "tool") answers.at(-1)?.push(tool_call_id ?? "");
  }
  return answers;
}
