import type { CallRow } from "../db/rows.ts";
import { defaultPrompt, renderPrompt } from "../policy/prompt.ts";
import { storableText } from "../policy/storable-text.ts";

/** What a tool without a template of its own asks. It repeats the arguments, so it is made when it is read, not stored. */
export const defaultQuestion = (call: Pick<CallRow, "tool_name" | "arguments">): string =>
  storableText(renderPrompt(defaultPrompt, call.tool_name, JSON.parse(call.arguments)));
