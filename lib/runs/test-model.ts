import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
  LanguageModelV4ToolResultPart,
  SharedV4ProviderMetadata,
} from "@ai-sdk/provider";

type Asked = { tool: string; input: unknown; id?: string; metadata?: SharedV4ProviderMetadata };

/** One answer of the scripted model. */
export type Line = {
  reasoning?: { text: string; metadata?: SharedV4ProviderMetadata };
  /** Pieces arrive one by one. */
  says?: string[];
  calls?: Asked[];
  /** Thrown before anything is said. */
  fails?: unknown;
  /** The stream breaks off after what was said. */
  breaks?: unknown;
  /** After what was said, waits for this or for the abort. */
  until?: Promise<unknown>;
  /** Goes on with this, in the same answer. */
  goesOn?: Pick<Line, "reasoning" | "calls">;
  /** Why it ends, where that is not as its calls say. */
  ends?: "length" | "content-filter" | "interrupted" | "error";
  /** Called when the model is asked, before it answers. */
  asked?: () => void;
};

export const says = (...pieces: string[]): Line => ({ says: pieces });
export const calls = (...asked: Asked[]): Line => ({ calls: asked });
export const call = (tool: string, input: unknown): Asked => ({ tool, input });

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

/** A model that speaks its lines in order, behind the SDK's own interface; an unexpected question is an error. */
export class ScriptedModel implements LanguageModelV4 {
  readonly specificationVersion = "v4";
  readonly provider = "scripted";
  readonly supportedUrls = {};
  readonly modelId: string;
  /** What it was asked, question by question. */
  readonly prompts: LanguageModelV4Prompt[] = [];
  readonly #lines: Line[];

  constructor(modelId: string, lines: Line[]) {
    this.modelId = modelId;
    this.#lines = [...lines];
  }

  get linesLeft(): number {
    return this.#lines.length;
  }

  add(...lines: Line[]): void {
    this.#lines.push(...lines);
  }

  async doStream(options: LanguageModelV4CallOptions) {
    this.prompts.push(options.prompt);
    const line = this.#lines.shift();
    if (!line) throw new Error("The scripted model was asked once more than its script has lines.");
    line.asked?.();
    if (line.fails !== undefined) throw line.fails;
    const parts = perform(line, options.abortSignal);
    const stream = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        const next = await parts.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
    });
    return { stream };
  }

  async doGenerate(): Promise<never> {
    throw new Error("The product only streams.");
  }

  /** The results of the last question's tool calls, as text, in the order they were given. */
  results(question = this.prompts.length - 1): string[] {
    const message = this.prompts[question]?.at(-1);
    if (message?.role !== "tool") return [];
    return message.content
      .filter((part): part is LanguageModelV4ToolResultPart => part.type === "tool-result")
      .map(({ output }) => ("value" in output ? String(output.value) : ""));
  }
}

async function* perform(
  line: Line,
  signal: AbortSignal | undefined,
): AsyncGenerator<LanguageModelV4StreamPart> {
  yield { type: "stream-start", warnings: [] };
  if (line.reasoning) yield* think("thought", line.reasoning);
  if (line.says) {
    yield { type: "text-start", id: "words" };
    for (const delta of line.says) yield { type: "text-delta", id: "words", delta };
    if (!line.until && line.breaks === undefined) yield { type: "text-end", id: "words" };
  }
  if (line.until) {
    await Promise.race([line.until, aborted(signal)]);
    yield { type: "text-end", id: "words" };
  }
  if (line.breaks !== undefined) {
    yield { type: "error", error: line.breaks };
    return;
  }
  yield* ask(line.calls ?? []);
  if (line.goesOn?.reasoning) yield* think("second thought", line.goesOn.reasoning);
  yield* ask(line.goesOn?.calls ?? []);
  const unified = line.ends ?? (line.calls ? "tool-calls" : "stop");
  yield { type: "finish", finishReason: { unified, raw: undefined }, usage };
}

function* think(id: string, reasoning: NonNullable<Line["reasoning"]>): Generator<LanguageModelV4StreamPart> {
  const { text, metadata } = reasoning;
  yield { type: "reasoning-start", id };
  yield { type: "reasoning-delta", id, delta: text };
  yield { type: "reasoning-end", id, ...(metadata ? { providerMetadata: metadata } : {}) };
}

function* ask(calls: Asked[]): Generator<LanguageModelV4StreamPart> {
  for (const { tool, input, id, metadata } of calls) {
    const toolCallId = id ?? `call_${crypto.randomUUID()}`;
    const text = typeof input === "string" ? input : JSON.stringify(input);
    const providerMetadata = metadata ? { providerMetadata: metadata } : {};
    yield { type: "tool-call", toolCallId, toolName: tool, input: text, ...providerMetadata };
  }
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    const stop = () => reject(signal?.reason);
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });
}
