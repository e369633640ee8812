export type NamedEvent = { event: string; data: unknown };

/** Feeds on text as it arrives and gives the events that are complete, by their names. */
export function createEventReader(): (text: string) => NamedEvent[] {
  let rest = "";
  return (text) => {
    const blocks = (rest + text).replace(/\r\n/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.flatMap(readBlock);
  };
}

function readBlock(block: string): NamedEvent[] {
  let event = "message";
  const data: string[] = [];
  for (const line of block.split("\n")) {
    const [, field, value = ""] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === "event") event = value;
    if (field === "data") data.push(value);
  }
  if (data.length === 0) return [];
  try {
    return [{ event, data: JSON.parse(data.join("\n")) }];
  } catch {
    return [];
  }
}
