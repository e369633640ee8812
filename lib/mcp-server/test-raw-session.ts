import { ownerToken } from "./test-endpoint.ts";

const baseHeaders = {
  "content-type": "application/json",
  accept: "application/json, text/event-stream",
  "mcp-protocol-version": "2025-11-25",
};

export type RawOptions = {
  token?: string;
  session?: string;
  method?: string;
  headers?: Record<string, string>;
};

/** A request as no decent client would send it. */
export function send(url: string, body: unknown, options: RawOptions = {}): Promise<Response> {
  const { token = ownerToken, session, method = "POST", headers = {} } = options;
  return fetch(url, {
    method,
    headers: {
      ...baseHeaders,
      authorization: `Bearer ${token}`,
      ...(session && { "mcp-session-id": session }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

export const initialize = (capabilities: Record<string, unknown> = {}) => ({
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: {
    protocolVersion: "2025-11-25",
    capabilities,
    clientInfo: { name: "raw", version: "0" },
  },
});

export async function openSession(url: string, capabilities: Record<string, unknown> = {}): Promise<string> {
  const response = await send(url, initialize(capabilities));
  await response.text();
  return response.headers.get("mcp-session-id") ?? "";
}

/** The messages of an event stream, one at a time. */
export async function* messagesOf(response: Response): AsyncGenerator<Record<string, unknown>> {
  let text = "";
  for await (const piece of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += piece;
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) yield JSON.parse(data);
    }
  }
}
