export type ServerSentEvent = { id: string | null; event: string; data: string };

/** Feeds on text as it arrives, in any pieces, and gives the events that are complete. */
export function createSseParser(): (text: string) => ServerSentEvent[] {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).replace(/\r\n/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.map(readEvent).filter((event) => event !== null);
  };
}

function readEvent(block: string): ServerSentEvent | null {
  let id: string | null = null;
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value] = /^([a-z]+):? ?(.*)$/.exec(line) ?? [];
    if (field === "id") id = value ?? null;
    if (field === "event" && value) event = value;
    if (field === "data") data.push(value ?? "");
  }
  return data.length === 0 ? null : { id, event, data: data.join("\n") };
}
