import { type Exchange, type RawUpstream, startRawUpstream } from "./raw-upstream.ts";

export type AskingUpstream = {
  upstream: RawUpstream;
  /** What came back for each question, in order. */
  answers: unknown[];
  close: () => Promise<void>;
};

/** Asks a person in the middle of each call of its only tool, `echo`, and answers with what they said. */
export async function startAskingUpstream(requestedSchema: unknown): Promise<AskingUpstream> {
  const asked = new Map<string, Exchange>();
  const answers: unknown[] = [];
  const upstream = await startRawUpstream({
    on: {
      "tools/call": (exchange) => {
        const id = `question-${asked.size}`;
        asked.set(id, exchange);
        const message = "Who is it for?";
        exchange.push({ id, method: "elicitation/create", params: { message, requestedSchema } });
      },
      response: ({ message }) => {
        const result = Reflect.get(message, "result") ?? Reflect.get(message, "error");
        answers.push(result);
        asked.get(String(message.id))?.answer({ content: [{ type: "text", text: JSON.stringify(result) }] });
      },
    },
  });
  return { upstream, answers, close: upstream.close };
}
