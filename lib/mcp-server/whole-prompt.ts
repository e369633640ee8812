import { renderPrompt, unshortened } from "../policy/prompt.ts";
import { outsidePrompt } from "../runs/outside/request-call.ts";
import type { Tool } from "../tools/tool.ts";
import type { EffectiveSettings } from "../tools/tool-settings.ts";

/** In the app the arguments stand below a shortened question; at a client the question is all that its person sees. */
export const wholePrompt = (tool: Tool, { prompt }: EffectiveSettings, args: string): string =>
  renderPrompt(prompt ?? outsidePrompt, tool.name, JSON.parse(args), unshortened);
