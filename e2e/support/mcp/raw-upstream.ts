import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export type Message = {
  jsonrpc: "2.0";
  id?: number | string;
  method?: string;
  params?: Record<string, unknown>;
};

/** One message that arrived, and the ways to answer it. */
export type Exchange = {
  message: Message;
  request: IncomingMessage;
  response: ServerResponse;
  /** Answers with a result, as JSON, or as an event where a stream was begun. */
  answer: (result: unknown) => void;
  answerError: (code: number, message: string) => void;
  /** Sends anything on the stream of this exchange, and begins it if need be. */
  push: (message: Record<string, unknown>) => void;
};

export type Handler = (exchange: Exchange) => void | Promise<void>;

export type RawUpstream = {
  url: string;
  port: number;
  /** Every message that arrived, in order. */
  received: Message[];
  headers: IncomingMessage["headers"][];
  /** Ends every open connection at once, as a crash would. */
  crash: () => void;
  close: () => Promise<void>;
};

type Options = {
  /** Handlers by method, over those that make an ordinary server of the 2025 revision. */
  on?: Record<string, Handler>;
  tools?: () => unknown[];
  /** Sees each request first; true when it has answered. */
  before?: (request: IncomingMessage, response: ServerResponse) => boolean;
  capabilities?: Record<string, unknown>;
  port?: number;
};

/** An MCP server without any library: it can do all that a library would not let it do. */
export async function startRawUpstream(options: Options = {}): Promise<RawUpstream> {
  const received: Message[] = [];
  const headers: IncomingMessage["headers"][] = [];
  const handlers: Record<string, Handler> = { ...ordinary(options), ...options.on };
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    if (options.before?.(request, response)) return;
    if (request.method !== "POST") return void response.writeHead(405).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const message: Message = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    received.push(message);
    await handlers[message.method ?? "response"]?.(exchangeOf(message, request, response));
    if (message.id === undefined || message.method === undefined)
      response.writableEnded || response.writeHead(202).end();
    else if (!handlers[message.method])
      exchangeOf(message, request, response).answerError(-32_601, "Method not found");
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    port,
    received,
    headers,
    crash: () => {
      server.close();
      server.closeAllConnections();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const echoTool = { name: "echo", description: "Says it again.", inputSchema: { type: "object" } };

const ordinary = ({ tools, capabilities }: Options): Record<string, Handler> => ({
  initialize: ({ message, answer }) =>
    answer({
      protocolVersion: message.params?.protocolVersion,
      capabilities: { tools: { listChanged: true }, ...capabilities },
      serverInfo: { name: "raw", version: "1.0.0" },
    }),
  "tools/list": ({ answer }) => answer({ tools: tools?.() ?? [echoTool] }),
  "tools/call": ({ message, answer }) =>
    answer({ content: [{ type: "text", text: JSON.stringify(message.params?.arguments) }] }),
});

function exchangeOf(message: Message, request: IncomingMessage, response: ServerResponse): Exchange {
  const push = (pushed: Record<string, unknown>) => {
    if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`event: message\ndata: ${JSON.stringify({ jsonrpc: "2.0", ...pushed })}\n\n`);
  };
  const reply = (body: Record<string, unknown>) => {
    const whole = { jsonrpc: "2.0", id: message.id, ...body };
    if (!response.headersSent) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    } else {
      push(whole);
      response.end();
    }
  };
  return {
    message,
    request,
    response,
    push,
    answer: (result) => reply({ result }),
    answerError: (code, text) => reply({ error: { code, message: text } }),
  };
}
