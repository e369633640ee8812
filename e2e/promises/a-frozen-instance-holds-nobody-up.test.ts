import { randomInt } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { secondsUntilEnded } from "../support/gone-on.ts";
import { expectPromisesKept } from "../support/kept-promises.ts";
import { decide, readRun, untilOneAsks, untilState } from "../support/runs.ts";
import { openStage, type Stage } from "../support/stage.ts";
import { waitUntil } from "../support/wait-until.ts";

const leaseSeconds = 3;

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ COUNTERSIGN_LEASE_SECONDS: String(leaseSeconds) });
});
afterEach(() => expectPromisesKept(stage));
afterAll(() => stage[Symbol.asyncDispose]());

const asks = (name: string) => [
  [{ call: "write_file", with: { path: name, content: "" } }],
  [{ say: "Then not." }],
];

/** Holds every statement that writes a decision on that approval, in the middle of its transaction. */
async function holdDecisions(approval: { id: string }) {
  const key = randomInt(1, 2 ** 31);
  const keeper = await stage.sql.reserve();
  await keeper`select pg_advisory_lock(${key})`;
  await stage.sql.unsafe(`
    create function stand_still() returns trigger language plpgsql as $$
      begin perform pg_advisory_xact_lock_shared(${key}); return new; end $$;
    create trigger stand_still before insert on decisions for each row
      when (new.approval_id = '${approval.id}') execute function stand_still()`);
  return {
    reached: () =>
      waitUntil("a decision stands still", async () => {
        const rows = await stage.sql`
          select 1 from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
        return rows.length > 0;
      }),
    release: async () => {
      await keeper`select pg_advisory_unlock(${key})`;
      keeper.release();
    },
  };
}

test("an instance that freezes inside a transaction: the others meet every deadline and take over its runs", async () => {
  const other = stage.server();
  const held = await stage.begin(asks("held.txt"), other);
  const heldApproval = await untilOneAsks(other, held);
  const due = await stage.begin(asks("due.txt"), other);
  const dueApproval = await untilOneAsks(other, due);
  const frozen = await stage.start();
  let answered = 0;
  const working = await stage.begin(
    [
      () => {
        answered += 1;
        return answered === 1 ? [{ hold: new Promise<never>(() => undefined) }] : [{ say: "Here." }];
      },
    ],
    frozen,
  );
  await waitUntil("the model was asked", () => answered === 1);

  const gate = await holdDecisions(heldApproval);
  const message = { text: "Something else.", sendNow: true };
  frozen.api.post(`/conversations/${held.conversationId}/messages`, message).catch(() => {});
  await gate.reached();
  await frozen.kill("SIGSTOP");
  await gate.release();
  const [deadline] = await stage.sql<{ at: Date }[]>`
    update approvals set expires_at = now() where id = ${dueApproval.id} returning expires_at as at`;
  const deciding = decide(other, heldApproval, "reject");
  const { endedAt } = await untilState(other, due, "completed");
  const lateness = Date.parse(endedAt ?? "") - Number(deadline?.at);
  expect(lateness).toBeLessThan((leaseSeconds + 5) * 1_000);
  await untilState(other, working, "completed");
  expect(await secondsUntilEnded(stage, working)).toBeLessThan(leaseSeconds + 5);
  // Whoever decided meanwhile was not turned away: the row is free again within the lease.
  expect((await deciding).status).toBe(200);
  const run = await untilState(other, held, "completed");
  expect(run.calls[0]?.state).toBe("rejected");
  await frozen.kill("SIGCONT");
  await waitUntil("it answers again", async () => {
    const answer = await frozen.api.get("/conversations").catch(() => null);
    return answer?.status === 200;
  });
  expect(await readRun(other, held)).toEqual(run);
});
