import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as delay } from "node:timers/promises";

/** What happens in an answer, in this order. */
export type Part =
  | { say: string; millisecondsPerWord?: number }
  | { think: string }
  | { call: string; with: unknown; id?: string }
  /** Nothing more is sent until the promise settles. */
  | { hold: Promise<unknown> }
  /** The connection breaks here. */
  | { cut: true };
export type Refusal = { status: number; message?: string; code?: string; headers?: Record<string, string> };
export type Reply = Part[] | Refusal;

export type ProviderRequest = {
  headers: IncomingMessage["headers"];
  body: {
    model: string;
    messages: { role: string; content?: unknown; tool_call_id?: string; tool_calls?: { id: string }[] }[];
    tools?: unknown[];
  };
};
/** Replies in turn, or chosen by request where several conversations talk at once. */
export type Script = Reply[] | ((request: ProviderRequest, index: number) => Reply);

export type ScriptedProvider = AsyncDisposable & {
  /** For OPENAI_BASE_URL. */
  baseUrl: string;
  requests: ProviderRequest[];
  /** Resolves when that many requests have arrived. */
  arrived: (count: number) => Promise<void>;
  close: () => Promise<void>;
};

/** An OpenAI-compatible server (Chat Completions, streaming) that plays a script. */
export async function startScriptedProvider(script: Script): Promise<ScriptedProvider> {
  const requests: ProviderRequest[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const replyTo = (request: ProviderRequest, index: number): Reply =>
    typeof script === "function"
      ? script(request, index)
      : (script[index] ?? { status: 400, message: `the script has no reply number ${index + 1}` });

  const server = createServer(async (request, response) => {
    if (request.method === "GET" && request.url === "/v1/models") {
      return json(response, 200, { object: "list", data: [{ id: "scripted", object: "model" }] });
    }
    if (request.method !== "POST" || request.url !== "/v1/chat/completions") {
      return json(response, 404, { error: { message: `no ${request.method} ${request.url} here` } });
    }
    const received = { headers: request.headers, body: JSON.parse(await textOf(request)) };
    const index = requests.push(received) - 1;
    for (const waiter of waiting) if (requests.length >= waiter.count) waiter.resolve();
    const reply = replyTo(received, index);
    if (Array.isArray(reply)) return perform(response, reply, received.body.model);
    const error = {
      message: reply.message ?? "refused by the script",
      code: reply.code ?? null,
      type: "scripted",
    };
    return json(response, reply.status, { error }, reply.headers);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const close = async () => {
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    arrived: (count) =>
      requests.length >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.push({ count, resolve })),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function perform(response: ServerResponse, parts: Part[], model: string): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  response.flushHeaders();
  const common = {
    id: `chatcmpl-${crypto.randomUUID()}`,
    object: "chat.completion.chunk",
    created: 0,
    model,
  };
  const send = (delta: object, finish: string | null = null) =>
    write(response, { ...common, choices: [{ index: 0, delta, finish_reason: finish }] });
  send({ role: "assistant", content: "" });
  let calls = 0;
  for (const part of parts) {
    if (response.destroyed) return;
    if ("say" in part) {
      for (const word of part.say.match(/\S+\s*|\s+/g) ?? []) {
        send({ content: word });
        if (part.millisecondsPerWord) await delay(part.millisecondsPerWord);
      }
    } else if ("think" in part) {
      send({ reasoning_content: part.think });
    } else if ("call" in part) {
      const id = part.id ?? `call_${crypto.randomUUID()}`;
      const text = typeof part.with === "string" ? part.with : JSON.stringify(part.with);
      const call = { index: calls++, id, type: "function", function: { name: part.call, arguments: text } };
      send({ tool_calls: [call] });
    } else if ("hold" in part) {
      await part.hold;
    } else {
      // What was written so far has to arrive before the connection breaks.
      await new Promise((resolve) => response.write(": \n\n", resolve));
      response.destroy();
      return;
    }
  }
  send({}, calls > 0 ? "tool_calls" : "stop");
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  write(response, { ...common, choices: [], usage });
  response.end("data: [DONE]\n\n");
}

function write(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
}

function json(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const bytes: Buffer[] = [];
  for await (const chunk of request) bytes.push(chunk);
  return Buffer.concat(bytes).toString("utf8");
}
