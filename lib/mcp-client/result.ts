import type { CallToolResult } from "@modelcontextprotocol/client";
import { storableValue } from "../policy/storable-text.ts";
import { type Hide, hideNothing } from "./hide.ts";

/** What is kept of a result: as much as one stored output may hold. */
export const mostResultCharacters = 1_000_000;

/** With less there may be no room for a line that says what was left out: what comes after is left out unread. */
const leastRoom = 300;

export type ResultContent =
  | { type: "text"; text: string }
  | { type: "image" | "audio"; mimeType: string; data: string }
  | {
      type: "resource_link";
      uri: string;
      name: string;
      title?: string;
      description?: string;
      mimeType?: string;
    }
  | { type: "resource"; uri: string; mimeType?: string; text?: string; data?: string };

/** The result of an upstream call as we store, show and hand it on. */
export type UpstreamResult = {
  isError: boolean;
  content: ResultContent[];
  structuredContent?: unknown;
  /** What was left out, as a sentence; absent when nothing was. */
  note?: string;
};

/** Our value of a result, never longer as JSON than one stored output; what does not fit is cut, with a note. */
export function readResult(
  result: CallToolResult,
  { most = mostResultCharacters, hide = hideNothing }: { most?: number; hide?: Hide | undefined } = {},
): UpstreamResult {
  const whole = plainResult(result);
  const length = JSON.stringify(whole).length;
  if (length <= most) return whole;
  const note = `The result was ${length} characters long; what is over ${most} was left out.`;
  const cut: UpstreamResult = { isError: whole.isError, content: [], note };
  let room = most - JSON.stringify(cut).length;
  for (const item of whole.content) {
    const kept = fitted(item, room - 1, hide);
    if (kept === null && room < leastRoom) break;
    if (kept === null) continue;
    cut.content.push(kept);
    room -= JSON.stringify(kept).length + 1;
  }
  const structured = JSON.stringify(whole.structuredContent)?.length ?? 0;
  if (structured > 0 && structured + '"structuredContent":,'.length <= room) {
    cut.structuredContent = whole.structuredContent;
  }
  return cut;
}

/** What the model reads of it when it is an error. */
export function resultText(result: UpstreamResult): string {
  const texts = result.content.flatMap((item) => (item.type === "text" ? [item.text] : []));
  return texts.join("\n").trim() || "The tool reported an error without a word about it.";
}

function plainResult(result: CallToolResult): UpstreamResult {
  const value: UpstreamResult = {
    isError: result.isError === true,
    content: result.content.map(plainContent),
    ...(result.structuredContent === undefined ? {} : { structuredContent: result.structuredContent }),
  };
  return storableValue(value) as UpstreamResult;
}

function plainContent(item: CallToolResult["content"][number]): ResultContent {
  switch (item.type) {
    case "text":
      return { type: "text", text: item.text };
    case "image":
    case "audio":
      return { type: item.type, mimeType: item.mimeType, data: item.data };
    case "resource_link":
      return withoutAbsent({
        type: "resource_link",
        uri: item.uri,
        name: item.name,
        title: item.title,
        description: item.description,
        mimeType: item.mimeType,
      });
    case "resource": {
      const { uri, mimeType } = item.resource;
      const body = "text" in item.resource ? { text: item.resource.text } : { data: item.resource.blob };
      return withoutAbsent({ type: "resource", uri, mimeType, ...body });
    }
    default:
      return {
        type: "text",
        text: `[content of a kind that is not shown: ${String(Reflect.get(item, "type"))}]`,
      };
  }
}

/** As much of an item as fits: a text its beginning, anything else whole or as a line that says what it was. */
function fitted(item: ResultContent, room: number, hide: Hide): ResultContent | null {
  if (JSON.stringify(item).length <= room) return item;
  const text = "text" in item && item.text !== undefined ? hide(item.text) : null;
  if (text === null) {
    const line: ResultContent = { type: "text", text: `[${leftOut(item, hide)} was left out]` };
    return JSON.stringify(line).length <= room ? line : null;
  }
  // Half a character is longer as JSON than a whole one: no cut that fits as far as it can ends in one.
  const beginning = (length: number) => ({ ...item, text: text.slice(0, length) });
  let [low, high] = [0, text.length];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (JSON.stringify(beginning(middle)).length <= room) low = middle;
    else high = middle - 1;
  }
  return low === 0 ? null : beginning(low);
}

function leftOut(item: ResultContent, hide: Hide): string {
  if (item.type === "image" || item.type === "audio") return `${item.type} of ${item.data.length} characters`;
  return "uri" in item ? `${item.type.replace("_", " ")} ${hide(item.uri).slice(0, 200)}` : item.type;
}

function withoutAbsent<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as Value;
}
