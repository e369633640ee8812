import type { ModelMessage } from "ai";
import type { Turn } from "./model-messages.ts";
import { shorterForModel } from "./output.ts";

/** A rough count that errs on the high side for prose; no tokenizer fits every provider. */
export const estimateTokens = (value: unknown): number => Math.ceil(JSON.stringify(value).length / 3.5);

const shortOutput = 500;
/** What the model has not read yet is shortened last, and no more than it must be. */
const newestOutputs = [8_000, 2_000, shortOutput];
/** Of the window: the rest is for the answer and for what the estimate misses. */
const usableShare = 0.75;

export type Fitted = { messages: ModelMessage[]; leftOut: string | null };

/**
 * Near the model's limit old tool outputs are shortened first, then old turns left out whole, and only then what the
 * newest calls brought is shortened: never a call without its result. The last turn is what the person is waiting for
 * and always stays.
 */
export function fitContext(turns: Turn[], contextTokens: number, overheadTokens: number): Fitted {
  const limit = contextTokens * usableShare - overheadTokens;
  const kept = turns.flatMap((turn, place) =>
    turn.messages.map((message) => ({ place, message, whole: message, size: estimateTokens(message) })),
  );
  const total = () => kept.reduce((sum, { size }) => sum + size, 0);
  if (total() <= limit) return { messages: kept.map(({ message }) => message), leftOut: null };

  const shortened = new Set<(typeof kept)[number]>();
  const shorten = (entry: (typeof kept)[number], most: number) => {
    const short = shortenOutputs(entry.whole, most);
    if (short === entry.whole) return;
    shortened.add(entry);
    entry.message = short;
    entry.size = estimateTokens(short);
  };
  const newest = kept.findLast(({ message }) => message.role === "tool");
  for (let index = 0, size = total(); index < kept.length && size > limit; index += 1) {
    const entry = kept[index];
    if (!entry || entry === newest) continue;
    size -= entry.size;
    shorten(entry, shortOutput);
    size += entry.size;
  }
  let dropped = 0;
  while (dropped < turns.length - 1 && total() > limit) {
    const next = kept.findIndex(({ place }) => place > dropped);
    for (const entry of kept.splice(0, next)) shortened.delete(entry);
    dropped += 1;
  }
  for (const most of newestOutputs)
    if (newest && kept.includes(newest) && total() > limit) shorten(newest, most);
  return { messages: kept.map(({ message }) => message), leftOut: leftOut(dropped, shortened.size) };
}

function leftOut(turns: number, outputs: number): string | null {
  const parts: string[] = [];
  if (turns > 0) parts.push(`${turns} older ${turns === 1 ? "turn was" : "turns were"} left out`);
  if (outputs > 0)
    parts.push(`the tool outputs of ${outputs} ${outputs === 1 ? "step were" : "steps were"} shortened`);
  return parts.length > 0 ? `To fit the model's context, ${parts.join(" and ")}.` : null;
}

/** The same message when nothing in it is longer. */
function shortenOutputs(message: ModelMessage, most: number): ModelMessage {
  if (message.role !== "tool") return message;
  let changed = false;
  const content = message.content.map((part) => {
    if (part.type !== "tool-result") return part;
    const { output } = part;
    if ((output.type !== "text" && output.type !== "error-text") || output.value.length <= most) return part;
    changed = true;
    return { ...part, output: { ...output, value: shorterForModel(output.value, most) } };
  });
  return changed ? { ...message, content } : message;
}
