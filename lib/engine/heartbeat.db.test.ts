import { afterAll, beforeAll, expect, test } from "vitest";
import type { Executor, Row } from "../db/client.ts";
import { type SQL, sql } from "../db/sql.ts";
import { calls } from "../runs/test-model.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { beat, forgetInstances } from "./heartbeat.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("instances that are long gone are forgotten but for those with a run under way, and no ended run is read", async () => {
  const play = await stage.begin(calls({ tool: "stand", input: { name: "on" } }));
  const runId = await play.begin("go");
  await stage.toolbox.door("on").entered;
  await stage.rows(sql`update runs set owner = 'busy' where id = ${runId}`);
  await stage.rows(sql`insert into instances (id, beat_at)
    select id, now() - make_interval(days => days)
    from (values ('gone', 2), ('busy', 2), ('here', 0)) as v(id, days)`);
  const plans: string[] = [];
  const query = <T extends Row>(statement: SQL): Promise<T[]> =>
    stage.database.transaction(async (transaction) => {
      await transaction.query(sql`set local enable_seqscan = off`);
      const lines = await transaction.query<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      plans.push(lines.map((line) => line["QUERY PLAN"]).join("\n"));
      return transaction.query<T>(statement);
    });
  await forgetInstances({ query } satisfies Executor);
  const left = await stage.rows(sql`select id from instances order by id`);
  expect(left).toEqual([{ id: "busy" }, { id: "here" }]);
  expect(plans[0]).toMatch(/runs_one_active/);
});

test("each learns where the others listen, but for those that were not heard of for long", async () => {
  const database = stage.database;
  expect(await beat(database, { id: "one", port: 3001 })).toEqual({ otherPorts: [] });
  expect(await beat(database, { id: "two", port: 3002 })).toEqual({ otherPorts: [3001] });
  expect(await beat(database, { id: "one", port: 3001 })).toEqual({ otherPorts: [3002] });
  await stage.rows(sql`update instances set beat_at = now() - interval '1 hour' where id = 'two'`);
  expect(await beat(database, { id: "one", port: 3001 })).toEqual({ otherPorts: [] });
});
