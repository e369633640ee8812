import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { answer } from "./answer.ts";
import { readTurn } from "./read-turn.ts";
import { streamReply } from "./stream-reply.ts";

/**
 * A language model made of rules, so that the whole product can be used and tested without a key. It sees what any
 * model sees, the prompt and the tools, and remembers nothing between calls.
 */
export class DemoModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "demo";
  readonly modelId = "demo";
  readonly supportedUrls = {};
  readonly #wordDelayMilliseconds: number;

  constructor({ wordDelayMilliseconds = 15 }: { wordDelayMilliseconds?: number } = {}) {
    this.#wordDelayMilliseconds = wordDelayMilliseconds;
  }

  async doStream(options: LanguageModelV4CallOptions): Promise<LanguageModelV4StreamResult> {
    options.abortSignal?.throwIfAborted();
    const parts = this.#parts(options);
    const stream = new ReadableStream({
      async pull(controller) {
        const next = await parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      async cancel() {
        await parts.return(undefined);
      },
    });
    return { stream };
  }

  async doGenerate(options: LanguageModelV4CallOptions): Promise<LanguageModelV4GenerateResult> {
    const content: LanguageModelV4Content[] = [];
    let text = "";
    for await (const part of this.#parts(options)) {
      if (part.type === "text-delta") text += part.delta;
      if (part.type === "text-end") content.push({ type: "text", text });
      if (part.type === "tool-call") content.push(part);
      if (part.type === "finish") {
        return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] };
      }
    }
    throw new Error("The demo model's stream ended without its last part.");
  }

  #parts({ prompt, tools, abortSignal }: LanguageModelV4CallOptions) {
    const pace = { wordDelayMilliseconds: this.#wordDelayMilliseconds, signal: abortSignal };
    return streamReply(answer(readTurn({ prompt, tools })), JSON.stringify(prompt).length, pace);
  }
}
