import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "../db/sql.ts";
import { onServer } from "../db/test-database.ts";
import { failUpdatesOf } from "../db/test-failing-row.ts";
import { call, calls, says } from "../runs/test-model.ts";
import { theRun, whileLocked } from "../runs/test-overlap.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { expireDue } from "./expire-due.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

test("what is due expires, the rest waits, and the run goes on when nothing is open", async () => {
  const play = await stage.begin(
    calls(call("erase", { name: "soon" }), call("erase", { name: "later" })),
    says("Then not."),
  );
  const { approvals } = await play.say("erase both");
  await stage.rows(sql`update approvals set expires_at = now() where id = ${approvals[0]?.id}`);
  expect(await expireDue(stage)).toBe(1);
  expect(await expireDue(stage)).toBe(0);
  await stage.idle();
  expect(await play.run()).toMatchObject({
    state: "waiting",
    calls: [{ state: "expired" }, { state: "pending" }],
    approvals: [
      { status: "expired", decisions: [{ by: { id: "clock" }, decision: "expire", channel: "clock" }] },
      { status: "pending", decisions: [] },
    ],
  });
  await play.answer({ decision: "reject" }, 1);
  expect(play.model.results()[0]).toContain("the question expired");
  expect(stage.toolbox.ran).toEqual([]);
});

test("one that cannot be expired does not keep the others waiting, nor one whose run somebody holds", async () => {
  const plays = [];
  for (const name of ["broken", "held", "fine"]) {
    const play = await stage.begin(calls(call("erase", { name })), says("Then not."));
    await play.say("erase it");
    plays.push(play);
  }
  const asked = await Promise.all(plays.map((play) => play.pending()));
  for (const [index, { id }] of asked.entries()) {
    await stage.rows(
      sql`update approvals set expires_at = now() - make_interval(secs => ${10 - index}::int) where id = ${id}`,
    );
  }
  await failUpdatesOf(stage.database, "approvals", asked[0]?.id ?? "");
  const held = theRun((await plays[1]?.run())?.id ?? "");
  // The embedded database has one session: there nobody holds a run meanwhile.
  const [passed] = await whileLocked(stage.database, held, [() => expireDue(stage)]);
  expect(passed).toEqual({ status: "fulfilled", value: onServer ? 1 : 2 });
  expect(await expireDue(stage)).toBe(onServer ? 1 : 0);
  await stage.idle();
  const runs = await Promise.all(plays.map((play) => play.run()));
  expect(runs.map(({ state }) => state)).toEqual(["waiting", "completed", "completed"]);
  await stage.rows(sql`drop trigger fail_on_purpose on approvals`);
});

test("a tool's own timeout gives the deadline, and none where it is 0", async () => {
  const deadlines: (string | null)[] = [];
  for (const seconds of [90, 0]) {
    await stage.rows(sql`
      insert into tool_settings (tool_name, timeout_seconds) values ('erase', ${seconds}::int)
      on conflict (tool_name) do update set timeout_seconds = excluded.timeout_seconds`);
    const play = await stage.begin(calls(call("erase", { name: "timed" })));
    await play.say("erase it");
    const { requestedAt, expiresAt } = await play.pending();
    deadlines.push(expiresAt && String(Date.parse(expiresAt) - Date.parse(requestedAt)));
  }
  expect(deadlines).toEqual(["90000", null]);
});
