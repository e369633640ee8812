import { renderPrompt, unshortened } from "../policy/prompt.ts";
import { outsidePrompt } from "../runs/outside/request-call.ts";
import type { Tool } from "../tools/tool.ts";
import type { EffectiveSettings } from "../tools/tool-settings.ts";

/** In the app the arguments stand below a shortened question; at a client the question is all that its person sees. */
export const wholePrompt = (tool: Tool, { prompt }: EffectiveSettings, args: string): string =>
  `${warningOf(tool)}${renderPrompt(prompt ?? outsidePrompt, tool.name, JSON.parse(args), unshortened)}`;

/** There it also says what the app shows beside the question. */
function warningOf({ changed, isNew }: Tool): string {
  if (!changed) return "";
  return isNew
    ? "Nobody has reviewed this tool yet.\n"
    : "This tool's definition changed since a person reviewed it.\n";
}
