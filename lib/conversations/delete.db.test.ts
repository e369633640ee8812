import { afterAll, beforeAll, expect, test } from "vitest";
import { owner } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { onServer } from "../db/test-database.ts";
import { endRun } from "../runs/end-run.ts";
import { createRunStreams } from "../runs/run-streams.ts";
import { saveRun } from "../runs/start.ts";
import { theConversation, whileLocked } from "../runs/test-overlap.ts";
import { openStage, type Stage } from "../runs/test-stage.ts";
import { FencedError } from "../runs/working-runs.ts";
import { deleteConversation } from "./delete.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const until = async (statement: ReturnType<typeof sql>): Promise<void> => {
  while ((await stage.rows(statement)).length === 0);
};

test("a run that begins while its conversation is deleted, and ends at that moment: stopped, and nothing stands still", async () => {
  const { conversationId } = await stage.begin();
  await stage.rows(
    sql.raw(`
      create function stand_still() returns trigger language plpgsql as $$
        begin perform pg_advisory_xact_lock_shared(1); return new; end $$`),
  );
  await stage.rows(
    sql.raw(`create trigger stand_still before insert on audit for each row
      when (new.type = 'conversation.deleted') execute function stand_still()`),
  );
  const goOn = Promise.withResolvers<void>();
  const holding = Promise.withResolvers<void>();
  const holder = stage.database.transaction(async (transaction) => {
    await transaction.query(sql`select pg_advisory_xact_lock(1)`);
    holding.resolve();
    // The embedded database has one session, where nothing stands beside anything.
    if (onServer) await goOn.promise;
  });
  await holding.promise;
  const deletion = Promise.withResolvers<void>();
  const [started] = await whileLocked<unknown>(stage.database, theConversation(conversationId), [
    () => saveRun(stage, { conversationId, text: "hello", by: owner }),
    async () => {
      const deleting = deleteConversation(stage, { id: conversationId, by: owner, channel: "chat" });
      deleting.then(deletion.resolve, deletion.reject);
      if (!onServer) await deleting;
    },
  ]);
  const { runId } = (started as PromiseFulfilledResult<{ runId: string }>).value;
  if (onServer) await until(sql`select 1 from pg_locks where locktype = 'advisory' and not granted`);
  const claim = { runId, conversationId, epoch: 1 };
  const step = { index: 0, parts: [], finishReason: "stop", cutOff: false, notices: [] };
  const ending = { state: "completed" as const, error: null, step, workingMilliseconds: 0, chunks: [] };
  const ended = expect(endRun(stage, claim, createRunStreams().open(runId, 1), ending)).rejects.toThrow(
    FencedError,
  );
  if (onServer) {
    await until(sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      having count(*) = 2`);
  }
  goOn.resolve();
  await Promise.all([holder, deletion.promise, ended]);
  const rows = await stage.rows(sql`
    select r.state, c.deleted_at is not null as deleted, (select count(*)::int from messages m where m.conversation_id = c.id) as messages
    from runs r join conversations c on c.id = r.conversation_id where r.id = ${runId}`);
  expect(rows).toEqual([{ state: "cancelled", deleted: true, messages: 0 }]);
});
