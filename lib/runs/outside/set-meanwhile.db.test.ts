import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Database, Row } from "../../db/client.ts";
import { type SQL, sql } from "../../db/sql.ts";
import { text } from "../../db/value.ts";
import { type Instance, openStage, type Stage } from "../test-stage.ts";
import { executeOutsideCall } from "./execute-call.ts";
import { client, outsideCallsOf } from "./test-calls.ts";

let stage: Stage;
let calls: ReturnType<typeof outsideCallsOf>;
beforeAll(async () => {
  stage = await openStage();
  calls = outsideCallsOf(stage);
});
afterEach(async () => {
  await stage.idle();
  await stage.rows(sql`delete from tool_settings`);
});
afterAll(() => stage.close());

/** A person sets something for a tool once the settings were read this many times, before the next statement. */
function settingAfter(readings: number, act: SQL): Instance {
  let left = readings;
  const query: Database["query"] = async <T extends Row>(statement: SQL) => {
    const rows = await stage.database.query<T>(statement);
    left -= 1;
    if (left === 0) await stage.database.query(act);
    return rows;
  };
  return { ...stage, database: { ...stage.database, query } };
}

const ended = (id: string) =>
  stage.rows(sql`select c.state, c.error, (
      select jsonb_agg(a.type order by a.sequence) from audit a where a.call_id = c.id and a.type like 'call.%') as audit
    from calls c where c.id = ${text(id)}`);

test("a tool that is switched off between the last check and the claim does not run", async () => {
  const { call, approval } = await calls.call("switched off");
  await stage.rows(sql`update approvals set status = 'approved' where id = ${text(approval?.id ?? "")}`);
  await stage.rows(sql`update calls set state = 'approved' where id = ${text(call.id)}`);
  await stage.rows(sql`insert into decisions (approval_id, by_id, by_name, decision, channel, arguments_digest)
    values (${text(approval?.id ?? "")}, 'owner', 'Owner', 'approve', 'inbox', ${text(call.arguments_digest)})`);
  // The call is read first, then the settings.
  const off = sql`insert into tool_settings (tool_name, enabled) values ('erase', false)`;
  executeOutsideCall(settingAfter(2, off), call.id);
  await stage.idle();
  expect(await ended(call.id)).toEqual([
    {
      state: "denied",
      error: "Not run: the tool 'erase' was switched off.",
      audit: ["call.claimed", "call.ended"],
    },
  ]);
  expect(calls.ran("switched off")).toEqual([]);
});

test("a flag that is raised between the verdict and the claim counts: what nobody was asked about is not run", async () => {
  const raised = sql`insert into tool_settings (tool_name, approval_mode) values ('look', 'required')`;
  const { call } = await calls.call("flagged", { tool: "look", ask: client, on: settingAfter(1, raised) });
  expect(call).toMatchObject({
    state: "denied",
    error: expect.stringContaining("a person has set that 'look' needs approval"),
  });
  expect(calls.ran("flagged")).toEqual([]);
});
