import type { Approval, Channel } from "../approvals/schema.ts";
import type { Principal } from "../auth/principal.ts";
import { sql } from "../db/sql.ts";
import { text } from "../db/value.ts";
import { AppError } from "../errors.ts";
import { readTypedDecision } from "../policy/typed-decision.ts";
import type { Run } from "../runs/schema.ts";
import type { RunServices } from "../runs/services.ts";
import { type Started, startRun } from "../runs/start.ts";
import { tooManyRuns } from "../runs/too-many-runs.ts";
import { decideTyped } from "./decide-typed.ts";
import { queueMessage } from "./queue.ts";
import { type CountersignMessage, type MessageInput, mostMessageBytes } from "./schema.ts";
import { sendNow } from "./send-now.ts";

export type Sent =
  | { kind: "started"; message: CountersignMessage; run: Run }
  | { kind: "queued"; queued: { text: string; at: string } }
  | { kind: "decided"; decided: Approval[] };

export type SendRequest = {
  conversationId: string;
  input: MessageInput;
  by: Principal;
  channel: Channel;
  /** How many runs this instance drives at once. */
  maximumRuns: number;
};

/** Words from a person: a decision, the next message, or a message that starts a run. */
export async function sendMessage(services: RunServices, request: SendRequest): Promise<Sent> {
  const { conversationId, input, by } = request;
  if (Buffer.byteLength(input.text) > mostMessageBytes) {
    throw new AppError("too_large", "A message has at most 100 kB.", { field: "text" });
  }
  const words = { conversationId, text: input.text, by };
  const hasRoom = () => services.working.count() < request.maximumRuns;
  if (input.sendNow) {
    await readConversation(services, conversationId);
    if (!hasRoom()) throw tooManyRuns();
    const sending = services.working.hold(() => sendNow(services, { ...words, channel: request.channel }));
    return view(words, await sending);
  }

  const start = () => services.working.hold(() => startRun(services, words));
  // Where a run starts, none was under way, and nothing waited: only words that may be a decision are looked at first.
  const mayDecide = readTypedDecision(input.text, Math.max(1, input.approvals?.length ?? 0)) !== null;
  // A run may end between the two: then there is nothing to queue behind, and it starts after all.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    if (hasRoom() && !mayDecide) {
      const started = await start();
      if (started) return view(words, started);
    }
    const { pending, active } = await readConversation(services, conversationId);
    const decided = await decideTyped(services, request, pending);
    if (decided) return { kind: "decided", decided };
    if (!active) {
      if (!hasRoom()) throw tooManyRuns();
      const started = await start();
      if (started) return view(words, started);
    }
    const queued = await queueMessage(services, words);
    if (queued) return { kind: "queued", queued };
  }
  throw new AppError("unavailable", "The conversation is busy. Send it again.", { retryAfterSeconds: 1 });
}

async function readConversation(
  { database }: RunServices,
  id: string,
): Promise<{ pending: number; active: boolean }> {
  const [row] = await database.query<{ pending: number; active: boolean }>(sql`
    select
      (select count(*)::int from approvals a where a.conversation_id = c.id and a.status = 'pending'
        and a.kind = 'approval') as pending,
      exists (select 1 from runs r where r.conversation_id = c.id and r.ended_at is null) as active
    from conversations c where c.id = ${text(id)} and c.deleted_at is null`);
  if (!row) throw new AppError("not_found", "There is no such conversation.");
  return row;
}

function view(words: { conversationId: string; text: string }, started: Started): Sent {
  const message: CountersignMessage = {
    id: started.messageId,
    role: "user",
    metadata: { createdAt: started.createdAt, runId: started.runId },
    parts: [{ type: "text", text: words.text }],
  };
  const run: Run = {
    id: started.runId,
    conversationId: words.conversationId,
    state: "running",
    steps: [],
    calls: [],
    approvals: [],
    error: null,
    startedAt: started.createdAt,
    endedAt: null,
  };
  return { kind: "started", message, run };
}
