import type { ProviderRequest } from "./scripted-provider.ts";

type ToolMessage = { role: string; content?: unknown; tool_call_id?: string };

/** The results of calls that a request to the model carries, in their order. */
export const toolResults = (request: ProviderRequest | undefined): { id: string; text: string }[] =>
  (request?.body.messages ?? [])
    .filter((message: ToolMessage) => message.role === "tool")
    .map(({ tool_call_id, content }) => ({ id: tool_call_id ?? "", text: String(content) }));
