import type { Client, ElicitResult } from "@modelcontextprotocol/client";
import { z } from "zod";

/** A server's question in the middle of a call, for a person. Its words are a stranger's. */
export type Question = {
  server: { id: string; name: string };
  message: string;
  /** A JSON Schema of an object with flat fields. */
  schema: Record<string, unknown>;
};

export type Answer =
  | { action: "accept"; content: Record<string, string | number | boolean | string[]> }
  | { action: "decline" }
  | { action: "cancel" };

/** Puts the question to a person. The signal is aborted when nobody waits for the answer any more. */
export type OnElicit = (question: Question, signal: AbortSignal) => Promise<Answer>;

/** A call that is under way, as seen by the questions that may belong to it. */
export type CallUnderWay = {
  onElicit: OnElicit | undefined;
  signal: AbortSignal;
  /** The call's clock stands still while a person thinks. */
  pause: () => () => void;
};

/** One question at a time: a server that asks on and on while one waits is not heard. */
const asking = new WeakSet<CallUnderWay>();

const declined: Answer = { action: "decline" };
const requestSchema = z.object({
  mode: z.literal("form").optional(),
  message: z.string(),
  requestedSchema: z.record(z.string(), z.unknown()),
});

/** Asks the person behind a call; without one, or when asking fails, the answer is no. */
export async function elicit(
  server: Question["server"],
  params: unknown,
  calls: readonly CallUnderWay[],
  cancelled?: AbortSignal,
): Promise<Answer> {
  const asked = requestSchema.safeParse(params);
  const [call] = calls;
  if (!asked.success || !call?.onElicit || asking.has(call)) return declined;
  asking.add(call);
  const resume = calls.map((one) => one.pause());
  try {
    const question = { server, message: asked.data.message, schema: asked.data.requestedSchema };
    const signal = cancelled ? AbortSignal.any([call.signal, cancelled]) : call.signal;
    return await call.onElicit(question, signal);
  } catch {
    return declined;
  } finally {
    asking.delete(call);
    for (const go of resume) go();
  }
}

/**
 * Answers questions of the older revision. They do not say which call they belong to: with several calls under way
 * only one who would be asked for all of them is asked; where there is a doubt, nobody is.
 */
export function answerQuestions(
  client: Client,
  server: Question["server"],
  calls: ReadonlySet<CallUnderWay>,
): void {
  client.setRequestHandler("elicitation/create", async (request, context): Promise<ElicitResult> => {
    const all = [...calls];
    const inDoubt = new Set(all.map((call) => call.onElicit)).size !== 1;
    return elicit(server, request.params, inDoubt ? [] : all, context.mcpReq.signal);
  });
}
