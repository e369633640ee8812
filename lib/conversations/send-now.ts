import { rejectPending } from "../approvals/decide.ts";
import type { Channel } from "../approvals/schema.ts";
import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { publishStop, stopRun } from "../runs/cancel.ts";
import type { RunServices } from "../runs/services.ts";
import { goOn, type Started, saveRun } from "../runs/start.ts";

type SendNow = { conversationId: string; text: string; by: Principal; channel: Channel };

/**
 * Rejects what is pending with the text as the reason, stops that run, and sends the text as the next message: all of
 * it in one transaction, so that nothing of the old run can start between.
 */
export async function sendNow(services: RunServices, request: SendNow): Promise<Started> {
  const { conversationId, by, channel } = request;
  const sent = await services.database.transaction(async (transaction) => {
    const within = { database: transaction, instanceId: services.instanceId };
    const [run] = await transaction.query<{ id: string }>(sql`
      select id from runs where conversation_id = ${text(conversationId)} and state = 'waiting' for update`);
    const rejected = run
      ? await rejectPending(within, { conversationId, runId: run.id, by, channel, reason: request.text })
      : 0;
    // Thrown in here: an answer that only expired what waited is undone with it, and left to the clock.
    if (!run || rejected === 0) {
      throw new AppError("conflict", "Nothing waits for a decision: send it as a message.");
    }
    const stopped = await stopRun(transaction, { runId: run.id, by, channel });
    // Another text that is queued is not this one: it stays, queued for the run of this one.
    await transaction.query(sql`
      update conversations
      set queued_text = nullif(queued_text, ${text(request.text)}),
        queued_at = case when queued_text <> ${text(request.text)} then now() end
      where id = ${text(conversationId)} and queued_text is not null`);
    const started = await saveRun(within, { conversationId, text: request.text, by });
    if (!stopped || !started) throw new Error("a locked run changed under its transaction");
    return { runId: run.id, epoch: stopped.epoch, started };
  });
  publishStop(services, sent.runId, sent.epoch);
  goOn(services, conversationId, sent.started);
  return sent.started;
}
