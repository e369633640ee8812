import type { PlannedCall } from "./turn.ts";

export type ExplicitCalls = { calls: PlannedCall[] } | { problem: string };

const opening = /^\s*call\s+([\w.-]+)\s*(.*)$/is;

/**
 * `call <tool> <json>`, one a line; the JSON may go on over the next lines. A tool that is not offered is called as
 * asked: what happens then is for others to say. Null when the message is something else.
 */
export function readExplicitCalls(text: string, tools: ReadonlySet<string>): ExplicitCalls | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !/^\s*```\w*\s*$/.test(line));
  const blocks: Array<{ tool: string; json: string }> = [];
  for (const line of lines) {
    const match = opening.exec(line);
    const last = blocks.at(-1);
    if (match?.[1] !== undefined) blocks.push({ tool: match[1], json: match[2] ?? "" });
    else if (last) last.json += `\n${line}`;
    else return null;
  }
  const [first] = blocks;
  if (!first || !looksMeant(first, tools)) return null;

  const calls: PlannedCall[] = [];
  for (const { tool, json } of blocks) {
    const parsed = parseArguments(json);
    if ("problem" in parsed) return { problem: explainBadJson(tool, json, parsed.problem) };
    calls.push({ tool, input: parsed.value });
  }
  return { calls };
}

/** "call me later" is a sentence; "call me {}" and "call delete_file" are calls. */
function looksMeant({ tool, json }: { tool: string; json: string }, tools: ReadonlySet<string>): boolean {
  return tools.has(tool) || tool.includes("_") || /^\s*[[{"]/.test(json);
}

function parseArguments(json: string): { value: unknown } | { problem: string } {
  if (json.trim() === "") return { value: {} };
  try {
    return { value: JSON.parse(json) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

function explainBadJson(tool: string, json: string, problem: string): string {
  return [
    `I called nothing: the arguments for \`${tool}\` are not valid JSON.`,
    ["```json", json.trim(), "```"].join("\n"),
    `The parser says: ${problem}`,
    'Put one object after the name, with double quotes, for example:\n\n```\ncall read_file {"path": "notes.md"}\n```',
  ].join("\n\n");
}
