import { v7 as uuid } from "uuid";
import { cancelQuestion } from "../../approvals/decide.ts";
import { auditColumns, auditType } from "../../audit/append.ts";
import { system } from "../../audit/vocabulary.ts";
import { sql } from "../../db/sql.ts";
import { json, text } from "../../db/value.ts";
import { argumentsDigest } from "../../policy/digest.ts";
import type { Question } from "../../policy/questions.ts";
import type { ToolContext } from "../../tools/tool.ts";
import type { RunServices } from "../services.ts";
import { waitForCall } from "./wait-for-call.ts";

const mostKnown = 1_000;

type Ask = NonNullable<ToolContext["ask"]>;

/** Longer than anyone waits: the signal of the call that asks ends it. */
const longestMilliseconds = 24 * 60 * 60_000;

export type Asker = {
  ask: Ask;
  /** How long people thought since this was last asked: that time is not the run's. */
  takeThinkingTime(): number;
};

/** The questions that somebody here waits for: what is pending beside them has lost its server. */
const waitedFor = new WeakMap<RunServices, Set<string>>();

export const isWaitedFor = (services: RunServices, callId: string): boolean =>
  waitedFor.get(services)?.has(callId) ?? false;

/** One for each conversation, so that a server's question finds its person whichever of its calls raised it. */
const askers = new WeakMap<RunServices, Map<string, Asker>>();

/** Puts what a tool asks in the middle of a call to the person, as a question in the chat. */
export function askerFor(services: RunServices, conversationId: string): Asker {
  const known = askers.get(services) ?? new Map<string, Asker>();
  askers.set(services, known);
  const asker = known.get(conversationId) ?? createAsker(services, conversationId);
  if (known.size >= mostKnown) known.clear();
  known.set(conversationId, asker);
  return asker;
}

function createAsker(services: RunServices, conversationId: string): Asker {
  let thought = 0;
  return {
    ask: async ({ source, questions, signal }) => {
      const asked = Date.now();
      const callId = uuid();
      const waited = waitedFor.get(services) ?? new Set<string>();
      waitedFor.set(services, waited.add(callId));
      try {
        return await ask(services, { callId, conversationId, source, questions, signal });
      } finally {
        waited.delete(callId);
        thought += Date.now() - asked;
      }
    },
    takeThinkingTime() {
      const taken = thought;
      thought = 0;
      return taken;
    },
  };
}

type Asking = {
  callId: string;
  conversationId: string;
  source: string;
  questions: Question[];
  signal: AbortSignal;
};

/** Null when the person declines, or is not there any more. */
async function ask(
  services: RunServices,
  { callId, conversationId, source, questions, signal }: Asking,
): Promise<string[][] | null> {
  const id = { call: callId, approval: uuid() };
  const input = { questions };
  const prompt = questions.map(({ question }) => question).join("\n");
  const tool = { name: "ask_user", title: "Question", source, risk: "L0" };
  // Bound to this instance: with it goes the call that waits for the answer.
  await services.database.query(sql`
    with asked as (
      insert into calls (id, conversation_id, tool, tool_name, arguments, arguments_digest, state, because, owner)
      values (${text(id.call)}, ${text(conversationId)}, ${json(tool)}, 'ask_user', ${text(JSON.stringify(input))},
        ${text(argumentsDigest(input))}, 'pending', ${json([`${source} asks in the middle of a call.`])},
        ${text(services.instanceId)}) returning *
    ),
    question as (
      insert into approvals (id, call_id, conversation_id, kind, tool_name, risk, prompt, status)
      select ${text(id.approval)}, a.id, a.conversation_id, 'question', a.tool_name, 'L0', ${text(prompt)}, 'pending'
      from asked a returning *
    )
    insert into ${auditColumns}
    select ${auditType("approval.requested")}, ${text(system.id)}, q.conversation_id, null, q.call_id, q.id, q.status,
      jsonb_build_object('tool', q.tool_name, 'source', ${text(source)}) from question q`);
  services.events.publish([{ kind: "recorded" }]);
  const found = await waitForCall(services, id.call, longestMilliseconds, signal);
  if (found?.call.state === "pending") {
    await cancelQuestion(services, { id: id.approval, by: system, channel: "policy" });
    return null;
  }
  const answered = found?.decisions.find(({ decision }) => decision === "answer");
  return found?.call.state === "succeeded" ? (answered?.answers ?? null) : null;
}
