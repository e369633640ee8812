import type { LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import type { Reply } from "./turn.ts";

type Pace = { wordDelayMilliseconds: number; signal: AbortSignal | undefined };

/** The reply as a provider would send it: the words one by one, then the calls. */
export async function* streamReply(
  reply: Reply,
  inputCharacters: number,
  pace: Pace,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (reply.text !== "") {
    const id = "text-1";
    yield { type: "text-start", id };
    for (const delta of reply.text.match(/\s*\S+\s*?(?=\s|$)/g) ?? []) {
      await pause(pace);
      yield { type: "text-delta", id, delta };
    }
    yield { type: "text-end", id };
  }
  for (const call of reply.calls) {
    await pause(pace);
    const input = JSON.stringify(call.input);
    const toolCallId = `call_${crypto.randomUUID()}`;
    yield { type: "tool-input-start", id: toolCallId, toolName: call.tool };
    yield { type: "tool-input-delta", id: toolCallId, delta: input };
    yield { type: "tool-input-end", id: toolCallId };
    yield { type: "tool-call", toolCallId, toolName: call.tool, input };
  }
  yield { type: "finish", finishReason: finishReason(reply), usage: estimateUsage(reply, inputCharacters) };
}

const finishReason = (reply: Reply) => ({
  unified: reply.calls.length > 0 ? ("tool-calls" as const) : ("stop" as const),
  raw: undefined,
});

/** About four characters a token, as is usual for English. */
function estimateUsage(reply: Reply, inputCharacters: number): LanguageModelV4Usage {
  const input = Math.ceil(inputCharacters / 4);
  const output = Math.ceil((reply.text.length + JSON.stringify(reply.calls).length) / 4);
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  };
}

async function pause({ wordDelayMilliseconds, signal }: Pace): Promise<void> {
  signal?.throwIfAborted();
  if (wordDelayMilliseconds <= 0) return;
  await new Promise<void>((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, wordDelayMilliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
