import { type CallToolResult, isSpecType } from "@modelcontextprotocol/server";
import type { CallOutcome } from "./gate.ts";

type Content = CallToolResult["content"];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const text = (words: string): Content => [{ type: "text", text: words }];

export const errorResult = (message: string): CallToolResult => ({ content: text(message), isError: true });

export const notRunSentence = (name: string, why: string): string =>
  `The tool '${name}' was not run: ${why} Do not call it again for this request.`;

/** The result of an upstream server is in the protocol's own shape already. */
function isContent(value: unknown): value is Content {
  return Array.isArray(value) && value.length > 0 && value.every(isSpecType.ContentBlock);
}

/**
 * Only the named fields go on: an upstream's `_meta` would speak in our name, and its `resultType` could put a question
 * of its own to the client.
 */
function resultOf(value: unknown): CallToolResult {
  if (typeof value === "string") return { content: text(value) };
  if (!isObject(value)) return { content: text(JSON.stringify(value ?? null)) };
  if (!isContent(value.content)) return { content: text(JSON.stringify(value)), structuredContent: value };
  return {
    content: value.content,
    ...(isObject(value.structuredContent) && { structuredContent: value.structuredContent }),
    ...(value.isError === true && { isError: true }),
  };
}

type Pending = Omit<Extract<CallOutcome, { kind: "pending" }>, "kind">;

function pendingResult({ approvalId, url, state }: Pending): CallToolResult {
  const words =
    state === "pending"
      ? `Not run yet: this call waits for a person to approve it at ${url} (approval ${approvalId}). `
      : `A person approved this call (${url}, approval ${approvalId}), and it is running. `;
  const advice =
    "To learn the decision and the result, call it again later with exactly the same arguments; do not look for a way around it.";
  return { content: text(words + advice), structuredContent: { approvalId, url, state }, isError: true };
}

export function toCallResult(outcome: CallOutcome): CallToolResult {
  switch (outcome.kind) {
    case "result":
      return resultOf(outcome.result);
    case "error":
      return errorResult(outcome.message);
    case "pending":
      return pendingResult(outcome);
  }
}
