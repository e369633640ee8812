import type { CallData, ChatMessage, CountersignNotice } from "./message-types";

export type Block =
  | { kind: "text"; key: string; text: string; streaming: boolean }
  | { kind: "reasoning"; key: string; text: string; streaming: boolean }
  | { kind: "notice"; key: string; notice: CountersignNotice }
  | { kind: "calls"; key: string; calls: CallData[] };

/** A message's parts as they are shown: the calls of one step together, what is empty or the SDK's own left out. */
export function groupParts({ parts }: ChatMessage): Block[] {
  const blocks: Block[] = [];
  let open: (Block & { kind: "calls" }) | null = null;
  const texts = { text: 0, reasoning: 0 };
  for (const [index, part] of parts.entries()) {
    if (part.type === "data-call") {
      if (open) open.calls.push(part.data);
      else {
        open = { kind: "calls", key: part.data.call.id, calls: [part.data] };
        blocks.push(open);
      }
      continue;
    }
    if (part.type === "step-start") open = null;
    if (part.type === "text" || part.type === "reasoning") {
      if (part.text.trim() === "") continue;
      open = null;
      texts[part.type] += 1;
      const key = `${part.type}-${texts[part.type]}`;
      blocks.push({ kind: part.type, key, text: part.text, streaming: part.state === "streaming" });
    }
    if (part.type === "data-notice") {
      open = null;
      blocks.push({ kind: "notice", key: part.id ?? `notice-${index}`, notice: part.data });
    }
  }
  return blocks;
}

/** What a reader would copy of a message: its words, not its cards. */
export function messageText({ parts }: ChatMessage): string {
  return parts
    .flatMap((part) => (part.type === "text" && part.text.trim() !== "" ? part.text : []))
    .join("\n\n");
}
