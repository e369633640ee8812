import type { Stage } from "./stage.ts";
import { waitUntil } from "./wait-until.ts";

/** What the database holds of one outside call. */
export type OutsideCallRow = {
  id: string;
  tool: string;
  state: string;
  error: string | null;
  owner: string | null;
  client: string | null;
  principal: string | null;
  approvalId: string | null;
  status: string | null;
  askedOf: string | null;
  prompt: string | null;
  decision: string | null;
  channel: string | null;
  by: string | null;
  /** The record of it, in order. */
  audit: string[];
};

/** The calls whose arguments contain these words, in the order they came. */
export async function outsideCalls({ sql }: Pick<Stage, "sql">, words: string): Promise<OutsideCallRow[]> {
  return sql<OutsideCallRow[]>`
    select c.id, c.tool_name as tool, c.state, c.error, c.owner, c.caller #>> '{client,name}' as client,
      c.caller #>> '{principal,id}' as principal, a.id as "approvalId", a.status, a.asked_of as "askedOf", a.prompt,
      d.decision, d.channel, d.by_name as by,
      coalesce((select array_agg(u.type order by u.sequence) from audit u where u.call_id = c.id), '{}') as audit
    from calls c left join approvals a on a.call_id = c.id left join decisions d on d.approval_id = a.id
    where c.run_id is null and position(${words} in c.arguments) > 0 order by c.requested_at, c.id`;
}

/** The only such call, when it is as it should be. */
export function untilCall(
  stage: Pick<Stage, "sql">,
  words: string,
  ...states: string[]
): Promise<OutsideCallRow> {
  return waitUntil(`the call about ${words} is ${states.join(" or ")}`, async () => {
    const rows = await outsideCalls(stage, words);
    if (rows.length > 1) throw new Error(`There are ${rows.length} calls about ${words}.`);
    const [row] = rows;
    return row && states.includes(row.state) && row;
  });
}
